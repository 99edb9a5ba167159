"""Worlds that a view does not rule out: hidden tiles put where the log allows them. Bots, imagine and figures ask here."""

from __future__ import annotations

from plyyard.core.chance import Below, shuffled
from plyyard.games.dominoes import past
from plyyard.games.dominoes.state import HIDDEN, SIDES, State

ROUNDS = 4
"""How often both hidden hands are drawn anew, each given the other: enough to forget the first pair found."""


def imagine(view: State, below: Below) -> State:
    """A state that agrees with the view and its log. One hidden hand: each possible history is equally likely."""
    hidden = [side for side in SIDES if HIDDEN in view.hand(side)]
    hands = dict(zip(SIDES, view.hands, strict=True))
    if view.is_undealt:
        loose = list(shuffled(past.members(past.unseen(view)), below))
        for side in hidden:
            hands[side] = _filled(view, side, [loose.pop() for _ in range(view.hand(side).count(HIDDEN))])
    elif len(hidden) == 2:
        hands = _both(view, below)
    elif hidden:
        hands[hidden[0]] = _filled(view, hidden[0], draw_hand(view, hidden[0], past.unseen(view), below))
    return _with_hands(view, hands)


def _with_hands(view: State, hands: dict[str, tuple[int, ...]]) -> State:
    known = State(
        view.line, (hands[SIDES[0]], hands[SIDES[1]]), view.boneyard, view.turn, view.log, view.passes
    )
    shown = [tile for tile in view.boneyard if tile != HIDDEN]
    boneyard = tuple(sorted([*shown, *past.members(past.unseen(known))]))
    return State(known.line, known.hands, boneyard, known.turn, known.log, known.passes)


def _filled(view: State, side: str, tiles: list[int]) -> tuple[int, ...]:
    return tuple(sorted([*past.held(view, side), *tiles]))


def draw_hand(view: State, side: str, unseen: int, below: Below) -> list[int]:
    """The hidden tiles of a hand, drawn exactly: first how many of each class, then which."""
    cases = past.cases(view, side, unseen)
    ticket = below(sum(past.total(shares) for *_, shares in cases))
    for taken, rest, shares in cases:
        for sizes, ways in shares:
            ticket -= ways
            if ticket < 0:
                return [*taken, *_pick(sizes, past.past(view, side).allowed(), rest, below)]
    raise AssertionError("no world agrees with this view")


def _pick(sizes: tuple[int, ...], allowed: list[int], rest: int, below: Below) -> list[int]:
    tiles: list[int] = []
    for size, may_hold in zip(sizes, allowed, strict=True):
        choices = [tile for tile in past.members(rest & may_hold) if tile not in tiles]
        tiles += shuffled(choices, below)[:size]
    return tiles


def _both(view: State, below: Below) -> dict[str, tuple[int, ...]]:
    """Both hands hidden: find one pair that agrees with the log, then draw each hand exactly, given the other, in turns."""
    unseen = past.unseen(view)
    found = _matching(view, unseen, below)
    for _ in range(ROUNDS):
        for side, opponent in (SIDES, SIDES[::-1]):
            taken = sum(1 << tile for tile in found[opponent])
            found[side] = draw_hand(view, side, unseen & ~taken, below)
    return {side: _filled(view, side, found[side]) for side in SIDES}


def _matching(view: State, unseen: int, below: Below) -> dict[str, list[int]]:
    """Hidden tiles of both hands such that every class is filled and every tile laid had a class to come from."""
    bound = [side for side in SIDES if past.must_hold_fit(view, side)]
    fitting = [tile for tile in past.members(unseen) if past.fits(view, tile)] if bound else []
    tries = [{(bound[0], tile)} for tile in shuffled(fitting, below)]
    if not bound or view.must_draw is None:
        tries.append(set())
    for forced in tries:
        seats = _seats(view, unseen, forced, below)
        if seats is not None:
            found = [(side, tile) for (side, _, _), tile in seats.items() if unseen >> tile & 1]
            return {side: [tile for owner, tile in found if owner == side] for side in SIDES}
    raise AssertionError("no world agrees with this view")


Seat = tuple[str, int, int]
"""Side, class, and place within the class."""


def _seats(view: State, unseen: int, forced: set[tuple[str, int]], below: Below) -> dict[Seat, int] | None:
    """A tile for every seat, by augmenting paths (Kuhn): first the tiles that must sit, then whatever fills the rest."""
    must: dict[int, list[Seat]] = {}
    may: dict[Seat, list[int]] = {}
    forced_tiles = {tile for _, tile in forced}
    for side in SIDES:
        found = past.past(view, side)
        allowed = found.allowed()
        seats = [(side, number, place) for number, size in enumerate(found.sizes) for place in range(size)]
        fixed = [
            *found.laid,
            *((tile, None) for tile in past.held(view, side)),
            *((t, None) for s, t in forced if s == side),
        ]
        for tile, before in fixed:
            classes = found.classes(tile, before)
            must[tile] = [seat for seat in seats if seat[1] in classes]
        for seat in seats:
            loose = [t for t in past.members(unseen & allowed[seat[1]]) if t not in forced_tiles]
            may[seat] = list(shuffled(loose, below))
    taken: dict[Seat, int] = {}
    if not all(_sit(tile, must, taken, set()) for tile in must):
        return None
    options: dict[int, list[Seat]] = {}
    for seat, tiles in may.items():
        for tile in tiles:
            options.setdefault(tile, []).append(seat)
    options |= must
    for tile in shuffled(sorted(options.keys() - must.keys()), below):
        _sit(tile, options, taken, set())
    return taken if len(taken) == len(may) else None


def _sit(tile: int, options: dict[int, list[Seat]], taken: dict[Seat, int], tried: set[Seat]) -> bool:
    for seat in options[tile]:
        if seat not in tried:
            tried.add(seat)
            if seat not in taken or _sit(taken[seat], options, taken, tried):
                taken[seat] = tile
                return True
    return False
