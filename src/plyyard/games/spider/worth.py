"""What a position of the player that does not peek is worth, compiled: features of what lies open, and a small net.

Of the cards not seen only which they are counts, never where each lies. A net is a flat array: ``INPUTS`` rows of
``UNITS`` weights, the units' biases, then for each of the two outputs ``UNITS`` weights and a bias: chance of winning
(as a logit), and the share of 990 points.
"""

from __future__ import annotations

from math import exp

from plyyard.core.kernel import kernel
from plyyard.games.spider.blind import DOWN, FRESH, HEIGHT, HOME, MOVE, ROW, STOCK, STOCK_LEFT, TOP
from plyyard.games.spider.rules import DEAL

UNITS = 32
INPUTS = 82
WEIGHTS = (INPUTS + 1) * UNITS + 2 * (UNITS + 1)
UNSEEN, BEST_RUN, EFFORTS, TOPS, SEEN = 0, 52, 56, 76, 90
"""Places in ``scratch``: unseen cards of each kind, the longest run of each suit, efforts by column, tops by rank (and
one place more), ranks that lie open of each suit, as bits."""


@kernel
def count_unseen(desk):  # type: ignore[no-untyped-def]
    """How many cards of each kind are face down in node 0 or in its stock: known by what lies open."""
    scratch = desk.scratch
    for kind in range(52):
        scratch[UNSEEN + kind] = 0
    for column in range(10):
        place = desk.rows[TOP + column]
        height = desk.rows[HEIGHT + column]
        down = desk.rows[DOWN + column]
        while height > 0:
            if height <= down:
                scratch[UNSEEN + desk.kind[place]] += 1
            height -= 1
            place = desk.rows[place]
    for at in range(50 - desk.rows[STOCK_LEFT], 50):
        scratch[UNSEEN + desk.kind[desk.kind[STOCK + at]]] += 1


@kernel
def put_in_order(values, first, end):  # type: ignore[no-untyped-def]
    """Sort a few places, least first."""
    for i in range(first + 1, end):
        value = values[i]
        j = i - 1
        while j >= first and values[j] > value:
            values[j + 1] = values[j]
            j -= 1
        values[j + 1] = value


@kernel
def look(desk, node):  # type: ignore[no-untyped-def]
    """Write what counts about a leaf to ``numbers``, each about 0 to 1; ``count_unseen`` has been asked before."""
    x, rows, kind, scratch = desk.numbers, desk.rows, desk.kind, desk.scratch
    row = node * ROW
    for i in range(INPUTS):
        x[i] = 0.0
    stock = rows[row + STOCK_LEFT] // 10
    x[stock] = 1.0
    deals = desk.nodes[MOVE + 5 * node] == DEAL
    x[6] = 1.0 if deals else 0.0
    x[7] = stock / 5.0
    x[8] = rows[row + HOME] / 4.0
    for suit in range(4):
        scratch[BEST_RUN + suit] = 0
    for i in range(20):
        scratch[EFFORTS + i] = 40
    for rank in range(14):
        scratch[TOPS + rank] = 0
    for suit in range(4):
        scratch[SEEN + suit] = 0
    empty = 0
    for column in range(10):
        if rows[row + HEIGHT + column] == 0:
            empty += 1
        elif desk.nodes[FRESH + 5 * node] >> column & 1 == 0:
            scratch[TOPS + kind[rows[row + TOP + column]] % 13] += 1
    x[72] = 1.0
    x[75] = 1.5
    x[76] = 1.5
    covered = 0
    cleared = 0
    for column in range(10):
        height = rows[row + HEIGHT + column]
        down = rows[row + DOWN + column]
        x[9] += down / 44.0
        x[10 + min(down, 5)] += 0.1
        if height == 0:
            x[16] += 0.25
            continue
        x[17] += height * height / 2000.0
        fresh = desk.nodes[FRESH + 5 * node] >> column & 1
        place = rows[row + TOP + column]
        left = height
        if fresh == 1:
            x[18] += 1.0
            x[19] += down / 5.0
            if down == 0:
                x[20] += 1.0
            place = rows[row + place]
            left -= 1
            if left == down:
                scratch[EFFORTS + covered if down > 0 else EFFORTS + 10 + cleared] = 1
                if down > 0:
                    covered += 1
                else:
                    cleared += 1
                continue
        lowest = kind[place] % 13
        blocked = fresh
        runs = 1 + fresh
        sequences = 1
        run = 1
        sequence = 1
        on_top = True
        while True:
            left -= 1
            card = kind[place]
            under = rows[row + place]
            scratch[SEEN + card // 13] |= 1 << card % 13
            if left == down:
                if card % 13 == 12:
                    x[23 if down == 0 else 24] += 0.25
            else:
                step = kind[under] % 13 - card % 13
                if step == 1 and kind[under] == card + 1:
                    x[25] += 0.02
                    run += 1
                    sequence += 1
                    place = under
                    continue
                if step == 1:
                    x[26] += 0.02
                    sequence += 1
                elif step > 1:
                    x[27] += 0.04
                else:
                    x[28] += 0.04
                if card % 13 == 12:
                    x[29] += 0.25
            above = card % 13 + 1
            if scratch[TOPS + above] == 0 or (scratch[TOPS + above] == 1 and lowest == above and fresh == 0):
                blocked += 1
            suit = card // 13
            if run > scratch[BEST_RUN + suit]:
                scratch[BEST_RUN + suit] = run
            x[30] += run * run / 300.0
            if run >= 4:
                x[31] += 0.2
            if run >= 7:
                x[32] += 0.25
            if run >= 10:
                x[33] += 0.5
            if card % 13 == 12:
                x[34] += run * run / 150.0
            if on_top:
                x[35] += run / 30.0
                on_top = False
                if fresh == 0 and card % 13 != 12:
                    for other in range(10):
                        if (
                            other != column
                            and rows[row + HEIGHT + other] > 0
                            and desk.nodes[FRESH + 5 * node] >> other & 1 == 0
                        ):
                            there = kind[rows[row + TOP + other]]
                            if there == card + 1:
                                x[36] += 0.2
                            elif there % 13 == card % 13 + 1:
                                x[37] += 0.2
            if left == down:
                x[38] += sequence * sequence / 500.0
                break
            if kind[under] % 13 - card % 13 != 1:
                x[38] += sequence * sequence / 500.0
                sequences += 1
                sequence = 1
            runs += 1
            run = 1
            place = under
        if down > 0:
            scratch[EFFORTS + covered] = min(runs, 9)
            x[39] += sequences * 0.05
            x[40] += runs * 0.03
            x[41] += down * sequences / 60.0
            covered += 1
            if blocked == 0:
                x[69] += 0.25
            if blocked == 1:
                x[70] += 0.25
            if blocked <= empty:
                x[71] += 0.25
            x[72] = min(x[72], blocked / 4.0)
            effort = (runs + down) / 10.0
            if effort < x[75]:
                x[76] = x[75]
                x[75] = effort
            elif effort < x[76]:
                x[76] = effort
            x[80] += blocked / 20.0
        else:
            scratch[EFFORTS + 10 + cleared] = min(runs, 9)
            x[42] += sequences * 0.05
            x[43] += runs * 0.03
            cleared += 1
            if blocked == 0:
                x[73] += 0.25
            if blocked <= empty:
                x[74] += 0.25
            x[81] += blocked / 20.0
    put_in_order(scratch, EFFORTS, EFFORTS + 10)
    put_in_order(scratch, EFFORTS + 10, EFFORTS + 20)
    for i in range(5):
        x[44 + i] = min(scratch[EFFORTS + i], 8) / 8.0
        x[49 + i] = min(scratch[EFFORTS + 10 + i], 8) / 8.0
    for suit in range(4):
        x[54] += scratch[BEST_RUN + suit] / 26.0
        x[55] = max(x[55], scratch[BEST_RUN + suit] / 13.0)
    unseen = 0
    fitting = 0
    in_suit = 0
    for rank in range(13):
        held = 0
        for suit in range(4):
            held += scratch[UNSEEN + 13 * suit + rank]
        unseen += held
        if rank < 12 and scratch[TOPS + rank + 1] > 0:
            x[56] += 0.1
            fitting += held
        if rank == 12 and x[16] > 0:
            fitting += held
        if rank > 0 and scratch[TOPS + rank - 1] > 0:
            x[57] += held / 50.0
    for column in range(10):
        if rows[row + HEIGHT + column] > 0 and desk.nodes[FRESH + 5 * node] >> column & 1 == 0:
            top = kind[rows[row + TOP + column]]
            if top % 13 != 0:
                in_suit += scratch[UNSEEN + top - 1]
    if unseen > 0:
        x[58] = fitting / unseen
        x[59] = in_suit / unseen
        x[60] = (
            scratch[UNSEEN + 12] + scratch[UNSEEN + 25] + scratch[UNSEEN + 38] + scratch[UNSEEN + 51]
        ) / 8.0
    x[61] = scratch[TOPS] / 4.0
    x[62] = scratch[TOPS + 12] / 4.0
    x[63] = 1.0 if x[16] > 0.2 else 0.0
    x[64] = 1.0 if x[16] > 0.4 else 0.0
    x[65] = 1.0 if x[9] == 0.0 else 0.0
    x[66] = x[16] * x[7]
    x[67] = x[9] * x[7]
    for suit in range(4):
        ranks = 0
        for rank in range(13):
            ranks += scratch[SEEN + suit] >> rank & 1
        if ranks == 13:
            x[78] += 0.25
        x[79] = max(x[79], ranks / 13.0)
        x[77] += ranks / 52.0
    x[68] = 1.0 if deals and x[44] < 0.2 else 0.0


@kernel
def judge(desk, net):  # type: ignore[no-untyped-def]
    """The net's answer to ``numbers``: chance of winning to ``numbers[INPUTS + UNITS]``, share of 990 points to the next place."""
    x = desk.numbers
    for unit in range(UNITS):
        x[INPUTS + unit] = net[INPUTS * UNITS + unit]
    for i in range(INPUTS):
        if x[i] != 0.0:
            for unit in range(UNITS):
                x[INPUTS + unit] += net[i * UNITS + unit] * x[i]
    first = (INPUTS + 1) * UNITS
    won = net[first + UNITS]
    points = net[first + 2 * UNITS + 1]
    for unit in range(UNITS):
        if x[INPUTS + unit] > 0.0:
            won += net[first + unit] * x[INPUTS + unit]
            points += net[first + UNITS + 1 + unit] * x[INPUTS + unit]
    won = 1.0 / (1.0 + exp(-won))
    x[INPUTS + UNITS] = won
    x[INPUTS + UNITS + 1] = points
    return won
