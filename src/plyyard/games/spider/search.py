"""A beam search through open-card Spider, compiled: widths, limits and lines are solver.py's.

A *place* is a card (0 to 103, each for itself) or the bottom of a column (104 + column). A node's row tells for each
card the place it lies on (``-1``: in the stock or at home), for each column the top place, how many cards lie face
down, its height; then the runs at home. Thus a run of any length moves by one change. ``kind`` is 13·suit + rank, of a
bottom 52. A node's value is a sum over neighbours in columns (``cost``), face-down cards, empty columns and runs at
home: the smaller the better, and a move changes it in a few places only. A node's *pattern* is how many cards lie face
down in each column and how many runs are at home: a beam takes only so many nodes of one pattern before all others,
lest it fill up with one way of turning cards, on which the whole search may fail.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyyard.core.kernel import kernel
from plyyard.games.spider.rules import AUTO, DEAL, MANUAL, MOVE_ROOM, RELAXED_ONE_SUIT, REMOVE, STRICT

TOP, DOWN, HEIGHT, HOME, ROW = 104, 114, 124, 134, 136
BOTTOM = 52
DOWN_KEYS = 104 * 52
COLUMN_KEYS = DOWN_KEYS + 16
BUCKETS = 4096
PATTERNS = 4096
"""Patterns told apart, by a hash."""
NEVER = 1 << 30
"""The value after a deal where none is allowed."""
MASK = (1 << 62) - 1
ODD = 0x2545F4914F6CDD1D & MASK

# places in ``facts``
RULE, RUNS, STOCK_LEFT, ALL_MOVES, LOST, WON, BASE, MADE, ALIKE = FACTS = range(9)
"""Rule and way of runs of the game, as in rules.py; cards in the stock; whether to try moves that matter only for the
next deal; what was left out; the node that won, or -1; number of this level's first node; nodes made; nodes of one pattern
that come before all others."""
CUT, LEFT_OUT = 1, 2
"""Left out: nodes beyond the width, moves that matter only for the next deal. Nothing: the search was exhaustive."""


class Desk(NamedTuple):
    """All arrays of a search. ``rows``, ``hashes``, ``values``, ``dealt`` hold one level (the nodes between two
    deals); ``parents`` and ``moves`` all levels, for the line; ``found_*`` the moves of one step."""

    kind: Any
    stock: Any
    cost: Any
    down_cost: Any
    empty_cost: Any
    home_cost: Any
    keys: Any
    facts: Any
    rows: Any
    hashes: Any
    totals: Any
    values: Any
    dealt: Any
    patterns: Any
    next_rows: Any
    parents: Any
    moves: Any
    found_value: Any
    found_node: Any
    found_move: Any
    order: Any
    heap: Any
    seen: Any
    heads: Any
    length: Any
    crowd: Any
    spare: Any


@kernel
def mixed(x):  # type: ignore[no-untyped-def]
    """A column's hash, scrambled, so that columns can be joined by exclusive or in any order."""
    x ^= x >> 31
    x = (x * ODD) & MASK
    return x ^ (x >> 29)


@kernel
def salt(desk, column):  # type: ignore[no-untyped-def]
    """Columns differ as long as cards are to be dealt on them."""
    return desk.keys[COLUMN_KEYS + column] if desk.facts[STOCK_LEFT] > 0 else 0


@kernel
def read_node(desk, node):  # type: ignore[no-untyped-def]
    """Hashes and value of a row from scratch; a new level's first nodes."""
    row = node * ROW
    value = desk.home_cost[desk.rows[row + HOME]]
    total = 0
    empty = 0
    for column in range(10):
        place = desk.rows[row + TOP + column]
        height = desk.rows[row + HEIGHT + column]
        down = desk.rows[row + DOWN + column]
        hashed = desk.keys[DOWN_KEYS + down]
        if height == 0:
            empty += 1
        value += desk.down_cost[down]
        while height > 0:
            height -= 1
            under = desk.rows[row + place]
            hashed ^= desk.keys[52 * height + desk.kind[place]]
            value += desk.cost[52 * desk.kind[under] + desk.kind[place]]
            place = under
        desk.hashes[10 * node + column] = hashed
        total ^= mixed(hashed ^ salt(desk, column))
    desk.values[node] = value + desk.empty_cost[empty]
    desk.totals[node] = total


@kernel
def is_new(desk, total):  # type: ignore[no-untyped-def]
    """Whether a hash is seen for the first time; it is noted."""
    last = len(desk.seen) - 1
    total |= 1
    place = (total >> 1) & last
    while desk.seen[place] != 0:
        if desk.seen[place] == total:
            return False
        place = (place + 1) & last
    desk.seen[place] = total
    return True


@kernel
def expand(desk, first, end):  # type: ignore[no-untyped-def]
    """Write the moves of nodes ``first`` to ``end`` - 1 to ``found_*``; how many."""
    rows, kind, heads, length = desk.rows, desk.kind, desk.heads, desk.length
    found = 0
    room = len(desk.found_value) - MOVE_ROOM
    for node in range(first, end):
        if found > room:
            desk.facts[LOST] |= CUT
            break
        row = node * ROW
        empty = 0
        first_empty = -1
        for column in range(9, -1, -1):
            place = rows[row + TOP + column]
            up = rows[row + HEIGHT + column] - rows[row + DOWN + column]
            run = 0
            if up == 0:
                empty += 1
                first_empty = column
            else:
                run = 1
                heads[14 * column + 1] = place
                while run < up and run < 13 and kind[place] % 13 != 12:
                    under = rows[row + place]
                    if kind[under] != kind[place] + 1:
                        break
                    place = under
                    run += 1
                    heads[14 * column + run] = place
            length[column] = run
        for source in range(10):
            run = length[source]
            if run == 0:
                continue
            rank = kind[rows[row + TOP + source]] % 13
            height = rows[row + HEIGHT + source]
            down = rows[row + DOWN + source]
            for target in range(10):
                low = 1
                high = run
                if length[target] > 0:
                    low = kind[rows[row + TOP + target]] % 13 - rank
                    high = low
                    if low < 1 or low > run or source == target:
                        continue
                elif target != first_empty and desk.facts[ALL_MOVES] == 0:
                    if desk.facts[STOCK_LEFT] > 0:
                        desk.facts[LOST] |= LEFT_OUT
                    continue
                place = rows[row + TOP + target]
                for count in range(low, high + 1):
                    if count == height and length[target] == 0 and desk.facts[ALL_MOVES] == 0:
                        if desk.facts[STOCK_LEFT] > 0:
                            desk.facts[LOST] |= LEFT_OUT
                        continue
                    head = heads[14 * source + count]
                    value = desk.values[node] - desk.cost[52 * kind[rows[row + head]] + kind[head]]
                    value += desk.cost[52 * kind[place] + kind[head]]
                    free = empty
                    if length[target] == 0:
                        free -= 1
                    if count == height:
                        free += 1
                    elif height - count == down:
                        value += desk.down_cost[down - 1] - desk.down_cost[down]
                    if (
                        length[target] + count == 13
                        and kind[place] == kind[head] + 1
                        and desk.facts[RUNS] == AUTO
                    ):
                        king = heads[14 * target + length[target]]
                        value -= desk.cost[52 * kind[rows[row + king]] + kind[king]]
                        at_home = rows[row + HOME]
                        value += desk.home_cost[at_home + 1] - desk.home_cost[at_home]
                        left = rows[row + HEIGHT + target] + count - 13
                        there = rows[row + DOWN + target]
                        if left == 0:
                            free += 1
                        elif left == there:
                            value += desk.down_cost[there - 1] - desk.down_cost[there]
                    desk.found_value[found] = value + desk.empty_cost[free] - desk.empty_cost[empty]
                    desk.found_node[found] = node
                    desk.found_move[found] = (10 * source + target) * 14 + count
                    found += 1
        if desk.facts[RUNS] == MANUAL:
            at_home = rows[row + HOME]
            gain = desk.home_cost[at_home + 1] - desk.home_cost[at_home]
            for column in range(10):
                if length[column] == 13:
                    desk.found_value[found] = desk.values[node] + gain
                    desk.found_node[found] = node
                    desk.found_move[found] = REMOVE + column
                    found += 1
    return found


@kernel
def in_order(values, order, heap, first, found):  # type: ignore[no-untyped-def]
    """Sort numbers ``first`` to ``found`` - 1 by value into ``order``, by counting; how many below ``NEVER``."""
    least = NEVER
    for i in range(first, found):
        least = min(least, values[i])
    for i in range(BUCKETS + 1):
        heap[i] = 0
    for i in range(first, found):
        if values[i] < NEVER:
            heap[min(values[i] - least, BUCKETS - 1) + 1] += 1
    for i in range(BUCKETS):
        heap[i + 1] += heap[i]
    count = heap[BUCKETS]
    for i in range(first, found):
        if values[i] < NEVER:
            bucket = min(values[i] - least, BUCKETS - 1)
            order[heap[bucket]] = i
            heap[bucket] += 1
    return count


@kernel
def is_run(desk, row, column):  # type: ignore[no-untyped-def]
    """Whether a complete face-up run lies on top of a column."""
    place = desk.rows[row + TOP + column]
    if desk.rows[row + HEIGHT + column] - desk.rows[row + DOWN + column] < 13 or desk.kind[place] % 13 != 0:
        return False
    for _ in range(12):
        under = desk.rows[row + place]
        if desk.kind[under] != desk.kind[place] + 1:
            return False
        place = under
    return True


@kernel
def uncover(desk, node, column):  # type: ignore[no-untyped-def]
    """Turn the top card of a column if it lies face down."""
    row = node * ROW
    down = desk.rows[row + DOWN + column]
    if down > 0 and desk.rows[row + HEIGHT + column] == down:
        desk.rows[row + DOWN + column] = down - 1
        desk.hashes[10 * node + column] ^= desk.keys[DOWN_KEYS + down] ^ desk.keys[DOWN_KEYS + down - 1]


@kernel
def take_off(desk, node, column):  # type: ignore[no-untyped-def]
    """Put the complete run on top of a column at home."""
    row = node * ROW
    place = desk.rows[row + TOP + column]
    height = desk.rows[row + HEIGHT + column]
    for _ in range(13):
        height -= 1
        desk.hashes[10 * node + column] ^= desk.keys[52 * height + desk.kind[place]]
        under = desk.rows[row + place]
        desk.rows[row + place] = -1
        place = under
    desk.rows[row + TOP + column] = place
    desk.rows[row + HEIGHT + column] = height
    desk.rows[row + HOME] += 1
    uncover(desk, node, column)


@kernel
def is_won(desk, row):  # type: ignore[no-untyped-def]
    """Whether all eight runs are at home or alone in their columns."""
    if desk.rows[row + HOME] == 8:
        return True
    if desk.facts[RUNS] == AUTO:
        return False
    runs = desk.rows[row + HOME]
    for column in range(10):
        if desk.rows[row + HEIGHT + column] > 0:
            if desk.rows[row + HEIGHT + column] != 13 or not is_run(desk, row, column):
                return False
            runs += 1
    return runs == 8


@kernel
def value_dealt(desk, node):  # type: ignore[no-untyped-def]
    """The value after a deal, but for runs that it completes; ``NEVER`` where the rule forbids it."""
    row = node * ROW
    value = desk.values[node]
    empty = 0
    for column in range(10):
        top = desk.rows[row + TOP + column]
        if top >= 104:
            empty += 1
        card = desk.stock[50 - desk.facts[STOCK_LEFT] + column]
        value += desk.cost[52 * desk.kind[top] + desk.kind[card]]
    if empty > 0:
        rule = desk.facts[RULE]
        if rule == STRICT:
            return NEVER
        for column in range(10):
            if desk.rows[row + DOWN + column] > 0:
                return NEVER
            place = desk.rows[row + TOP + column]
            while place < 104 and desk.rows[row + place] < 104:
                under = desk.rows[row + place]
                if desk.kind[under] % 13 - desk.kind[place] % 13 != 1:
                    return NEVER
                if rule == RELAXED_ONE_SUIT and desk.kind[under] != desk.kind[place] + 1:
                    return NEVER
                place = under
    return value + desk.empty_cost[0] - desk.empty_cost[empty]


@kernel
def make(desk, parent, move, node):  # type: ignore[no-untyped-def]
    """Make a node by a move, unless its position is known; whether it was made. The value is the caller's."""
    if move >= REMOVE:
        return make_removal(desk, parent, move - REMOVE, node)
    source, target, count = move // 140, move // 14 % 10, move % 14
    rows, kind, keys = desk.rows, desk.kind, desk.keys
    row = parent * ROW
    tall = rows[row + HEIGHT + source]
    height = rows[row + HEIGHT + target]
    head = rows[row + TOP + source]
    left = desk.hashes[10 * parent + source]
    joined = desk.hashes[10 * parent + target]
    total = desk.totals[parent] ^ mixed(left ^ salt(desk, source)) ^ mixed(joined ^ salt(desk, target))
    for i in range(count):
        left ^= keys[52 * (tall - 1 - i) + kind[head]]
        joined ^= keys[52 * (height + count - 1 - i) + kind[head]]
        if i < count - 1:
            head = rows[row + head]
    down = rows[row + DOWN + source]
    if down > 0 and tall - count == down:
        left ^= keys[DOWN_KEYS + down] ^ keys[DOWN_KEYS + down - 1]
    total ^= mixed(left ^ salt(desk, source)) ^ mixed(joined ^ salt(desk, target))
    if not is_new(desk, total):
        return False
    new = node * ROW
    for i in range(ROW):
        rows[new + i] = rows[row + i]
    for column in range(10):
        desk.hashes[10 * node + column] = desk.hashes[10 * parent + column]
    desk.hashes[10 * node + source] = left
    desk.hashes[10 * node + target] = joined
    desk.totals[node] = total
    under = rows[row + head]
    top = rows[row + TOP + source]
    rows[new + head] = rows[row + TOP + target]
    rows[new + TOP + source] = under
    rows[new + TOP + target] = top
    rows[new + HEIGHT + source] = tall - count
    rows[new + HEIGHT + target] = height + count
    if down > 0 and tall - count == down:
        rows[new + DOWN + source] = down - 1
    if desk.facts[RUNS] == AUTO:
        off = 0
        while is_run(desk, new, source):
            take_off(desk, node, source)
            off += 1
        while is_run(desk, new, target):
            take_off(desk, node, target)
            off += 1
        if off > 0:
            read_node(desk, node)
            is_new(desk, desk.totals[node])
    return True


@kernel
def make_removal(desk, parent, column, node):  # type: ignore[no-untyped-def]
    """Make a node by taking a run off by hand, unless its position is known; whether it was made."""
    for i in range(ROW):
        desk.rows[node * ROW + i] = desk.rows[parent * ROW + i]
    for i in range(10):
        desk.hashes[10 * node + i] = desk.hashes[10 * parent + i]
    take_off(desk, node, column)
    read_node(desk, node)
    return is_new(desk, desk.totals[node])


@kernel
def weight(column):  # type: ignore[no-untyped-def]
    """What a face-down card of a column adds to a pattern's hash."""
    return 1103 + 1257 * column + 77 * column * column


@kernel
def pattern(desk, node):  # type: ignore[no-untyped-def]
    """Face-down cards of each column and runs at home, hashed."""
    total = desk.rows[node * ROW + HOME] * 1597
    for column in range(10):
        total += desk.rows[node * ROW + DOWN + column] * weight(column)
    return total % PATTERNS


@kernel
def step(desk, first, end, width):  # type: ignore[no-untyped-def]
    """Follow the best moves of a beam, nodes ``first`` to ``end`` - 1; the end of the new beam, which follows it."""
    found = expand(desk, first, end)
    count = in_order(desk.found_value, desk.order, desk.heap, 0, found)
    crowd, base = desk.crowd, desk.facts[BASE]
    for i in range(PATTERNS):
        crowd[i] = 0
    node = end
    most = min(end + width, len(desk.values))
    for turn in range(2):  # first what is not crowded, then what was passed over
        for i in range(count):
            one = desk.order[i]
            if one < 0:
                continue
            if node == most:
                desk.facts[LOST] |= CUT
                break
            parent, move = desk.found_node[one], desk.found_move[one]
            alike = desk.patterns[parent]
            if move < DEAL:
                row, source = parent * ROW, move // 140
                down = desk.rows[row + DOWN + source]
                if down > 0 and desk.rows[row + HEIGHT + source] - move % 14 == down:
                    alike = (alike - weight(source)) % PATTERNS
            if turn == 0 and crowd[alike] >= desk.facts[ALIKE]:
                continue
            desk.order[i] = -1
            desk.values[node] = desk.found_value[one]
            if make(desk, parent, move, node):
                crowd[alike] += 1
                desk.patterns[node] = pattern(desk, node)
                desk.parents[base + node] = base + parent
                desk.moves[base + node] = move
                desk.dealt[node] = NEVER
                node += 1
                if desk.facts[STOCK_LEFT] > 0:
                    desk.dealt[node - 1] = value_dealt(desk, node - 1)
                elif is_won(desk, (node - 1) * ROW):
                    desk.facts[WON] = base + node - 1
                    desk.facts[MADE] += node - end
                    return node
    desk.facts[MADE] += node - end
    return node


@kernel
def thin_out(desk, count, width):  # type: ignore[no-untyped-def]
    """Bring ``width`` of ``count`` ordered nodes to the front: first what is not crowded, then the best of the rest."""
    for i in range(PATTERNS):
        desk.crowd[i] = 0
    taken = left = 0
    for i in range(count):
        one = desk.order[i]
        alike = desk.patterns[one]
        if taken < width and desk.crowd[alike] < desk.facts[ALIKE]:
            desk.crowd[alike] += 1
            desk.order[taken] = one
            taken += 1
        elif left < width:
            desk.spare[left] = one
            left += 1
    for i in range(width - taken):
        desk.order[taken + i] = desk.spare[i]


@kernel
def deal(desk, end, width):  # type: ignore[no-untyped-def]
    """Deal on the best of a level's nodes 0 to ``end`` - 1, which become the first of the next; how many."""
    count = in_order(desk.dealt, desk.order, desk.heap, 0, end)
    if count > width:
        desk.facts[LOST] |= CUT
        thin_out(desk, count, width)
        count = width
    base = desk.facts[BASE]
    for i in range(count):
        row = desk.order[i] * ROW
        for j in range(ROW):
            desk.next_rows[i * ROW + j] = desk.rows[row + j]
        desk.parents[base + end + i] = base + desk.order[i]
        desk.moves[base + end + i] = DEAL
    first = 50 - desk.facts[STOCK_LEFT]
    desk.facts[STOCK_LEFT] -= 10
    desk.facts[BASE] += end
    desk.facts[MADE] += count
    for i in range(len(desk.seen)):
        desk.seen[i] = 0
    for node in range(count):
        row = node * ROW
        for j in range(ROW):
            desk.rows[row + j] = desk.next_rows[row + j]
        for column in range(10):
            card = desk.stock[first + column]
            desk.rows[row + card] = desk.rows[row + TOP + column]
            desk.rows[row + TOP + column] = card
            desk.rows[row + HEIGHT + column] += 1
        if desk.facts[RUNS] == AUTO:
            for column in range(10):
                if is_run(desk, row, column):
                    take_off(desk, node, column)
        ready(desk, node)
    return count


@kernel
def ready(desk, node):  # type: ignore[no-untyped-def]
    """What a level's first node needs beside its row."""
    read_node(desk, node)
    is_new(desk, desk.totals[node])
    desk.patterns[node] = pattern(desk, node)
    desk.dealt[node] = NEVER
    if desk.facts[STOCK_LEFT] > 0:
        desk.dealt[node] = value_dealt(desk, node)
    elif is_won(desk, node * ROW):
        desk.facts[WON] = desk.facts[BASE] + node
    return desk.values[node]
