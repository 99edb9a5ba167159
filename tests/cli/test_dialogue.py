"""A game in the terminal, line by line: rolling, choosing, asking why, taking back, giving up, leaving."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from plyyard.cli.terminal.dialogue import Dialogue
from plyyard.cli.terminal.screen import Screen
from plyyard.core import registry
from plyyard.core.chance import seeded
from plyyard.core.record import decode, encode, replay
from plyyard.core.words import words
from plyyard.players import player


class Script(Screen):
    """What a person types, and everything that was said to him."""

    def __init__(self, typed: Iterable[str]) -> None:
        self.plain = True
        self.typed = list(typed)
        self.said: list[str] = []

    def line(self, text: str, style: str = "") -> None:
        self.said.append(text)

    def board(self, title: str, lines: Iterable[str]) -> None:
        self.said += lines

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    @property
    def text(self) -> str:
        return "\n".join(self.said)


def dialogue(
    game: str, *typed: str, side: str | None = None, seed: int = 1, **options: Any
) -> tuple[Dialogue, Script]:
    """A game played with what was typed, to its end or the end of input."""
    rules, screen = registry.game(game), Script(typed)
    below = seeded(seed)
    found = Dialogue(
        game=rules,
        options=rules.complete(options, below),
        side=side or rules.default_side,
        computer=player(rules, "beginner") if len(rules.sides) > 1 else None,
        screen=screen,
        words=words("en", game),
        chance=below,
    )
    found.play()
    assert list(replay(decode(encode(found.record())))), "what was played follows the rules"
    return found, screen


def test_a_game_to_its_end() -> None:
    found, screen = dialogue("snakes", *[""] * 200)
    assert found.result is not None
    assert screen.said[-1] == f"{found.result.winner.title()} is the first to reach 100 and wins."
    record = found.record()
    assert record.result is not None and record.ended is not None
    assert record.players["white"].kind == "computer" and record.players["black"].kind == "person"


def test_the_computer_begins_when_it_has_the_starting_side() -> None:
    found, screen = dialogue("backgammon", "", side="black")
    first = next(entry for entry in found.entries if entry.kind == "moved")
    assert first.by == "white"
    assert found.entries[0].kind == "rolled"
    assert any("Enter" in said for said in screen.said)


def test_moves_by_number_and_by_text() -> None:
    found, _ = dialogue("nim", "3", "1")
    mine = [entry.move for entry in found.entries if entry.by == found.side]
    assert mine[:2] == ["3", "1"]
    found, _ = dialogue("dominoes", "1")
    hand_first = found.entries[1]
    assert hand_first.by == "black" and hand_first.kind == "moved"
    typed, _ = dialogue("dominoes", str(hand_first.move))
    assert typed.entries[1].move == hand_first.move


def test_a_refusal_says_why_and_its_article_can_be_read() -> None:
    found, screen = dialogue("dominoes", "6-6>l", "?", "quit")
    assert [entry.kind for entry in found.entries] == ["rolled"]
    refusal = next(said for said in screen.said if "? shows it" in said)
    article = refusal.split("Article ")[1].split(";")[0]
    assert any(said.startswith(f"{article} ") for said in screen.said)


def test_asking_why_does_not_play() -> None:
    found, screen = dialogue("nim", "? 3", "? 4", "? x", "?", "quit")
    assert found.entries == []
    assert "3 is legal." in screen.text
    assert "Article" in screen.text


def test_before_a_roll_a_move_is_refused_and_before_a_move_enter_does_nothing() -> None:
    found, screen = dialogue("backgammon", "8/5 6/5", "", "", "quit")
    assert [entry.kind for entry in found.entries] == ["rolled"]
    assert "Article" in screen.text


def test_unreadable_input_is_answered() -> None:
    found, screen = dialogue("backgammon", "", "nonsense", "\x00", "9" * 5000, "ä", "0", "99999", "quit")
    assert [entry.kind for entry in found.entries] == ["rolled"]
    assert len(screen.text) < 20_000


def test_letters_say_figures_and_board_says_the_position() -> None:
    _, screen = dialogue("backgammon", "p", "board", "help", "quit")
    assert "167" in screen.text
    assert screen.said.count(screen.said[1]) == 2, "the position was said at first and on demand"
    assert any("resign" in said for said in screen.said)


def test_german_and_english_wishes_are_understood() -> None:
    for wish in ("ende", "quit", "ENDE"):
        assert dialogue("snakes", wish)[1].said[-1] == "You leave the game. Goodbye!"
    for wish in ("aufgeben", "resign"):
        found, screen = dialogue("nim", wish)
        assert found.result is not None and found.result.kind == "resigned"
        assert found.result.winner != found.side
        assert screen.said[-1].endswith("the other side resigned.")


def test_the_end_of_input_is_polite_and_the_record_is_whole() -> None:
    found, screen = dialogue("backgammon", "")
    assert screen.said[-1].startswith("The input has ended")
    assert found.record().result is None and found.record().events


def test_spider_is_taken_back_without_bound_and_the_price_is_kept() -> None:
    found, screen = dialogue("spider", "deal", "undo", "undo", "deal", "zurück", number=5)
    kinds = [entry.kind for entry in found.entries]
    assert kinds == ["moved", "taken back", "moved", "taken back"]
    assert [entry.to for entry in found.entries if entry.kind == "taken back"] == [0, 0]
    assert found.state == found.states[0]
    assert found.record().undo_price == 20  # a deal costs ten each time
    assert "nothing of yours" in screen.text


def test_nothing_is_taken_back_across_a_reply() -> None:
    found, screen = dialogue("nim", "1", "undo")
    assert "taken back" not in [entry.kind for entry in found.entries]
    assert "nothing of yours" in screen.text


def test_the_other_hand_is_never_said() -> None:
    for seed in range(5):
        found, screen = dialogue("dominoes", *["", "1"] * 6, seed=seed)
        if found.game.actor(found.state) is None:
            continue
        hidden = {f"{low}-{high}" for low, high in _tiles(found, "white")}
        for said in screen.said:
            assert not any(tile in said for tile in hidden), (seed, said)


def _tiles(found: Dialogue, side: str) -> list[tuple[int, int]]:
    from plyyard.games.dominoes.state import TILES

    return [TILES[tile] for tile in found.state.hand(side)]


@pytest.mark.parametrize("game", ["aeroplane", "backgammon", "dominoes", "snakes"])
def test_whole_games_against_the_computer(game: str) -> None:
    found, screen = dialogue(game, *["", "1"] * 3000, seed=7)
    assert found.result is not None
    assert screen.said[-1].endswith((".", "!"))
