"""The page that checks the dice of a game in the browser, and the file that does it without one."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.response import Response, Template

from plyyard import verifier
from plyyard.core.words import Words, words
from plyyard.web import wording
from plyyard.web.page import FIXED, AnyRequest, json_block, language_of, page

FILE = Path(verifier.__file__).read_bytes()


@get(list(FIXED["verify"].values()))
async def verify_page(request: AnyRequest) -> Template:
    """``?room=``: the game whose record is fetched and checked at once."""
    language = language_of(request)
    t = words(language)
    said = {code: verifier.TEXTS[code][language == "de"] for code in verifier.TEXTS}
    context = {
        "record_url": f"/api/rooms/{quote(room, safe='')}/record"
        if (room := request.query_params.get("room"))
        else "",
        "script_words": json_block({**wording.for_scripts(t), **said, **_words(t)}),
    }
    return page(request, "verify.html", context, others=FIXED["verify"])


@get("/verifier.py", media_type="text/x-python", sync_to_thread=False)
def verifier_file() -> Response[bytes]:
    """The verifier, to be kept."""
    return Response(FILE, headers={"content-disposition": 'attachment; filename="verifier.py"'})


def _words(t: Words) -> dict[str, str]:
    """What only this page's script says; the rest is said as by the verifier."""
    return {
        "checking": t("Checking …"),
        "no_room": t("The record of this game cannot be loaded. Choose its file instead."),
        "as_kept": t(
            "{seat}: the seed and the server's commitment are those that this browser kept.", seat="{seat}"
        ),
        "not_as_kept": t(
            "{seat}: this browser kept another seed, or saw another commitment of the server.", seat="{seat}"
        ),
        "draw": t("No."),
        "written": t("In the record"),
        "given": t("By the dice"),
        "holds": t("Verdict"),
        "agrees": t("✓ agrees"),
        "differs": t("✗ differs"),
        "open": t("not computed"),
    }


ROUTES: list[HTTPRouteHandler] = [verify_page, verifier_file]
