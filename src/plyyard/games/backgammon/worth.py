"""What a position is worth: features that players look at, and from them the chances to win and to win or lose a gammon.

Boards are those of rules.py. A position is always judged before the roll of ``side``. Features are few numbers out of
many that are zero, so they are written as pairs: ``index[i]``, ``values[i]``. ``weights`` are floats, for each phase
(0 contact, 1 race) and each chance (win, gammon won, gammon lost) one number a feature, learned by self-play in
training/backgammon.py. Once both sides bear off, ``table`` (bearoff.py) knows the chances; an empty one leaves it to the
weights.
"""

from __future__ import annotations

from plyyard.core.kernel import kernel
from plyyard.games.backgammon.bearoff import chances, is_known
from plyyard.games.backgammon.rules import list_plays, make, step, unstep

BLOCK = 96  # features of one side: 72 for its points, bar, off, and 22 that look at both sides
FEATURES = 2 * BLOCK + 8
HEADS = 3
MOST = 120  # features that can differ from zero at once


@kernel
def shots(board, side):  # type: ignore[no-untyped-def]
    """How many of the 36 rolls let ``side``, if it rolled now, hit a checker (art. 3.3, 4.1; the duties of art. 5 left out)."""
    base = 26 * side
    there = 26 - base
    own = 0  # bit p: a checker on p
    closed = 1  # bit p: nobody may land on p
    blots = 0
    for place in range(1, 26):
        if board[base + place] > 0:
            own |= 1 << place
        if place < 25:
            if board[there + 25 - place] > 1:
                closed |= 1 << place
            elif board[there + 25 - place] == 1:
                blots |= 1 << place
    if blots == 0:
        return 0
    on_bar = board[base + 25]
    sources = own if on_bar == 0 else 1 << 25
    direct = 0  # bit d: a 'd' hits by itself
    for die in range(1, 7):
        if (sources >> die) & blots:
            direct |= 1 << die
    missing = 0
    for high in range(1, 7):
        if direct >> high & 1:
            continue
        for low in range(1, high + 1):
            if direct >> low & 1:
                continue
            if on_bar > 1 and (high != low or on_bar > 3):
                hits = False
            elif high == low:
                hits = _double_hits(own, closed, blots, on_bar, high)
            else:
                hits = _both_hit(own, closed, blots, on_bar, high, low) or _both_hit(
                    own, closed, blots, on_bar, low, high
                )
            if not hits:
                missing += 1 if high == low else 2
    return 36 - missing


@kernel
def _both_hit(own, closed, blots, on_bar, first, second):  # type: ignore[no-untyped-def]
    """Whether a step of ``first``, then one of ``second`` hits; neither does alone."""
    if on_bar == 1:
        if closed >> (25 - first) & 1:
            return False
        sources = own & ~(1 << 25) | 1 << (25 - first)
        return (sources >> second) & blots != 0
    between = (own >> first) & ~closed
    return (between >> second) & blots != 0


@kernel
def _double_hits(own, closed, blots, on_bar, die):  # type: ignore[no-untyped-def]
    """Whether a double hits with its second, third or fourth step; it does not with the first."""
    reached = own
    steps = 4
    if on_bar > 0:
        if closed >> (25 - die) & 1:
            return False
        reached = own & ~(1 << 25) | 1 << (25 - die)
        steps = 4 - on_bar
    for _ in range(steps):
        reached = (reached >> die) & ~closed
        if reached & blots:
            return True
    return False


@kernel
def features(board, side, index, values):  # type: ignore[no-untyped-def]
    """Write the features; how many."""
    count = 0
    pips_own = 0
    pips_other = 0
    for half in range(2):
        count, pips = _side_features(
            board, side if half == 0 else 1 - side, half * BLOCK, index, values, count
        )
        if half == 0:
            pips_own = pips
        else:
            pips_other = pips
    lead = pips_other - pips_own + 4
    root = (max(pips_own + pips_other - 4, 8)) ** 0.5
    common = 2 * BLOCK
    index[count] = common
    values[count] = 1.0
    index[count + 1] = common + 1
    values[count + 1] = lead / root
    index[count + 2] = common + 2
    values[count + 2] = lead / 60.0
    count += 3
    for half in range(
        2
    ):  # how far a side without a checker off is from saving the gammon, beside what the other needs
        base = 26 * side if half == 0 else 26 - 26 * side
        if board[base] == 0:
            outside = 3
            for place in range(7, 26):
                outside += board[base + place] * (place - 6)
            needed = pips_other if half == 0 else pips_own
            index[count] = common + 3 + half
            values[count] = 1.0
            index[count + 1] = common + 5 + half
            values[count + 1] = min(2.0, outside / (needed + 3.0))
            count += 2
    return count


@kernel
def _side_features(board, side, start, index, values, count):  # type: ignore[no-untyped-def]
    """Features of one side from ``start`` on; the new count and the side's pips."""
    base = 26 * side
    there = 26 - base
    pips = 25 * board[base + 25]
    rear = 25 if board[base + 25] > 0 else 0
    home = 0
    run = 0
    prime = 0
    prime_top = 0
    back = 0
    for place in range(24, 0, -1):
        n = board[base + place]
        if n == 0:
            run = 0
            continue
        if rear == 0:
            rear = place
        pips += n * place
        at = start + 3 * (place - 1)
        if n == 1:
            index[count] = at
            values[count] = 1.0
            count += 1
            run = 0
            continue
        index[count] = at + 1
        values[count] = 1.0
        count += 1
        if n > 2:
            index[count] = at + 2
            values[count] = (n - 2) * 0.5
            count += 1
        run += 1
        if run > prime:
            prime = run
            prime_top = place + run - 1
        if place <= 6:
            home += 1
        elif place > 18:
            back += n
    more = start + 72
    if board[base + 25] > 0:
        index[count] = more
        values[count] = board[base + 25] * 0.5
        count += 1
    if board[base] > 0:
        index[count] = more + 1
        values[count] = board[base] / 15.0
        count += 1
    opposing_rear = 25
    while opposing_rear > 0 and board[there + opposing_rear] == 0:
        opposing_rear -= 1
    if rear + opposing_rear <= 24:  # no contact
        return count, pips
    hits = shots(board, side)
    strength = home / 6.0
    index[count] = more + 2
    values[count] = hits / 36.0
    index[count + 1] = more + 3
    values[count + 1] = hits / 36.0 * strength
    index[count + 2] = more + 4
    values[count + 2] = strength * strength
    count += 3
    if board[there + 25] > 0:
        index[count] = more + 5
        values[count] = strength * strength
        index[count + 1] = more + 6
        values[count + 1] = strength * strength * board[there + 25] * 0.5
        count += 2
    if prime >= 3:  # how many opposing checkers are behind it
        behind = 0
        for place in range(25 - prime_top + prime, 26):
            behind += board[there + place]
        index[count] = more + 5 + prime if prime < 6 else more + 11
        values[count] = min(behind, 3) * 0.5
        count += 1
    # Own points among the six before the rearmost opposing checker: what it has to jump.
    blocked = 0
    for away in range(1, 7):
        place = 25 - opposing_rear + away
        if 0 < place < 25 and board[base + place] > 1:
            blocked += 1
    index[count] = more + 12 + blocked
    values[count] = 1.0
    index[count + 1] = more + 19
    values[count + 1] = back * 0.25
    index[count + 2] = more + 20
    values[count + 2] = rear / 24.0
    count += 3
    # Builders: own checkers from 7 to 11 beyond one a point, and outfield cover 12 to 18.
    builders = 0
    cover = 0
    for place in range(7, 19):
        if board[base + place] > 0:
            if place < 12:
                builders += 1
            else:
                cover += 1
    index[count] = more + 21
    values[count] = builders * 0.25
    index[count + 1] = more + 22
    values[count + 1] = cover * 0.25
    index[count + 2] = more + 23
    values[count + 2] = 1.0 if rear + opposing_rear > 36 else 0.0
    return count + 3, pips


@kernel
def phase(board):  # type: ignore[no-untyped-def]
    """0 while checkers of the two sides still have to pass each other, 1 in a race."""
    white = 25
    while white > 0 and board[white] == 0:
        white -= 1
    black = 25
    while black > 0 and board[26 + black] == 0:
        black -= 1
    return 0 if white + black > 24 else 1


@kernel
def sigmoid(x):  # type: ignore[no-untyped-def]
    """The logistic function, without exp's overflow."""
    return 1.0 / (1.0 + 2.718281828459045 ** -max(-30.0, min(30.0, x)))


@kernel
def equity(board, side, weights, index, values, table):  # type: ignore[no-untyped-def]
    """Cubeless equity of ``side`` before its roll, in points; exact when the game is over, nearly so in a bear-off."""
    for winner in range(2):
        if board[26 * winner] == 15:
            points = 1.0
            if board[26 - 26 * winner] == 0:
                points = 2.0
                for place in range(19, 26):
                    if board[26 - 26 * winner + place] > 0:
                        points = 3.0
            return points if winner == side else -points
    if len(table) > 0 and is_known(board):
        win, gammon, lost = chances(board, side, table)
        return 2.0 * win - 1.0 + gammon - lost
    count = features(board, side, index, values)
    start = phase(board) * HEADS * FEATURES
    win = 0.0
    gammon = 0.0
    lost = 0.0
    for i in range(count):
        at = start + index[i]
        win += weights[at] * values[i]
        gammon += weights[at + FEATURES] * values[i]
        lost += weights[at + 2 * FEATURES] * values[i]
    win = sigmoid(win)
    # No gammon is won or lost once a checker of the loser is off.
    gammon = sigmoid(gammon) if board[26 - 26 * side] == 0 else 0.0
    lost = sigmoid(lost) if board[26 * side] == 0 else 0.0
    return 2.0 * win - 1.0 + min(gammon, win) - min(lost, 1.0 - win)


@kernel
def rate_plays(lane, weights, index, values, table, ratings):  # type: ignore[no-untyped-def]
    """Rate every play by the position it leads to, for the mover; their number. The lane stays as it is."""
    board = lane.board
    side = lane.turn[0]
    count = list_plays(lane)
    for number in range(count):
        play = lane.plays[number]
        hits = 0
        steps = 0
        while play > 0:
            hits |= step(board, side, (play & 255) >> 3, play & 7) << steps
            play >>= 8
            steps += 1
        ratings[number] = -equity(board, 1 - side, weights, index, values, table)
        while steps > 0:
            steps -= 1
            made = lane.plays[number] >> 8 * steps & 255
            unstep(board, side, made >> 3, made & 7, hits >> steps & 1)
    return count


@kernel
def best_rating(lane, weights, index, values, table, ratings):  # type: ignore[no-untyped-def]
    """Value of the best play; of the turn passing where there is none. The lane stays as it is."""
    count = rate_plays(lane, weights, index, values, table, ratings)
    if count == 0:
        return -equity(lane.board, 1 - lane.turn[0], weights, index, values, table)
    best = ratings[0]
    for number in range(1, count):
        best = max(best, ratings[number])
    return best


@kernel
def ahead(lane, play, scratch, weights, index, values, table, ratings):  # type: ignore[no-untyped-def]
    """Value of a play for the mover, one turn further: exact over the 21 rolls, each answered by the best reply."""
    for place in range(52):
        scratch.board[place] = lane.board[place]
    scratch.turn[0] = lane.turn[0]
    make(scratch, play)
    if scratch.turn[0] == lane.turn[0]:  # over
        return -equity(scratch.board, 1 - lane.turn[0], weights, index, values, table)
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            scratch.dice[0] = high
            scratch.dice[1] = low
            weight = 1.0 if high == low else 2.0
            total += weight * best_rating(scratch, weights, index, values, table, ratings)
    return -total / 36.0
