"""What can be reached without seeing another card, compiled: a beam through moves that turn none, up to those that do.

A *place* is a card (0 to 103, each for itself) or the bottom of a column (104 + column). A node's row tells for each
card the place it lies on, for each column the top place, how many cards lie face down and its height; then runs at
home and cards in the stock. A *leaf* is a node with a card just turned, which is not looked at, or one to deal on.
``kind`` is 13·suit + rank; of face-down cards and those in the stock it says what they are in one imagined world, and
no kernel here asks for it before the card is turned or dealt. A node's value, the smaller the better, is a sum over
neighbours in columns, face-down cards, empty columns and runs at home; it leads the beam, worth.py judges the leaves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyyard.core.kernel import kernel
from plyyard.games.spider.rules import DEAL, MOVE_ROOM
from plyyard.games.spider.search import is_new, mixed

TOP, DOWN, HEIGHT, HOME, STOCK_LEFT, ROW = 104, 114, 124, 134, 135, 136
BOTTOM, UNKNOWN, LONGEST = 52, 53, 140
DOWN_KEYS = 104 * 52
STOCK = 114
DOWN_COST, EMPTY_COST, HOME_COST, COSTS = 54 * 52, 54 * 52 + 105, 54 * 52 + 116, 54 * 52 + 125
VALUE, PARENT, MOVE, DEPTH, FRESH = range(5)
"""Places in ``nodes``; ``FRESH``: bits of the columns whose top card is just turned."""

# places in ``facts``
KEPT, NODES, TURNS = range(3)
"""``runs=keep``; nodes of this search before its leaves; moves that turn a card."""


class Desk(NamedTuple):
    """All arrays of a search; few, since each costs compile time.

    ``kind`` [104 cards, 10 bottoms, 50 places of the stock's cards in the order of dealing]; ``cost`` of neighbours
    [54 · 52], then as the offsets below say; ``nodes`` [5 each]; ``hashes`` [11 each, columns and all]; ``found``,
    ``turns`` [3 each: value, node, move] moves that turn no card and those that do; ``leaves`` their nodes, ``worth``
    what these are worth; ``runs`` [14 a column, the lowest cards of its runs by length; then each column's longest].
    """

    kind: Any
    cost: Any
    keys: Any
    facts: Any
    rows: Any
    hashes: Any
    nodes: Any
    found: Any
    turns: Any
    heap: Any
    leaves: Any
    worth: Any
    seen: Any
    runs: Any
    numbers: Any
    scratch: Any


@kernel
def read_node(desk, node):  # type: ignore[no-untyped-def]
    """Hashes and value of a row from scratch. Columns with equal cards are equal: what is dealt on them is unknown."""
    row = node * ROW
    rows, kind = desk.rows, desk.kind
    value = desk.cost[HOME_COST + rows[row + HOME]]
    total = 0
    empty = 0
    for column in range(10):
        place = rows[row + TOP + column]
        height = rows[row + HEIGHT + column]
        down = rows[row + DOWN + column]
        hashed = desk.keys[DOWN_KEYS + down]
        if height == 0:
            empty += 1
        value += desk.cost[DOWN_COST + down]
        while height > down:
            height -= 1
            under = rows[row + place]
            below = kind[under] if height > down or down == 0 else UNKNOWN
            hashed ^= desk.keys[52 * height + kind[place]]
            value += desk.cost[52 * below + kind[place]]
            place = under
        desk.hashes[11 * node + column] = hashed
        total ^= mixed(hashed)
    desk.nodes[VALUE + 5 * node] = value + desk.cost[EMPTY_COST + empty]
    desk.hashes[11 * node + 10] = total


@kernel
def sink(values, heap, place, size):  # type: ignore[no-untyped-def]
    """Let an entry of a heap, the least value first, sink to where it belongs; values stand at each third place."""
    one = heap[place]
    while 2 * place + 1 < size:
        child = 2 * place + 1
        if child + 1 < size and values[3 * heap[child + 1]] < values[3 * heap[child]]:
            child += 1
        if values[3 * heap[child]] >= values[3 * one]:
            break
        heap[place] = heap[child]
        place = child
    heap[place] = one


@kernel
def heaped(values, heap, size):  # type: ignore[no-untyped-def]
    """Make a heap of the numbers 0 to ``size`` - 1 by their values."""
    for i in range(size):
        heap[i] = i
    for place in range(size // 2 - 1, -1, -1):
        sink(values, heap, place, size)


@kernel
def expand(desk, first, end):  # type: ignore[no-untyped-def]
    """Write the moves of nodes ``first`` to ``end`` - 1 to ``found_*``, those that turn a card to ``leaf_*``."""
    rows, kind, runs, cost = desk.rows, desk.kind, desk.runs, desk.cost
    found = 0
    leaves = desk.facts[TURNS]
    room = len(desk.found) // 3 - MOVE_ROOM
    leaf_room = len(desk.turns) // 3 - MOVE_ROOM
    for node in range(first, end):
        if found > room or leaves > leaf_room:
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
                runs[14 * column + 1] = place
                while run < up and run < 13 and kind[place] % 13 != 12:
                    under = rows[row + place]
                    if kind[under] != kind[place] + 1:
                        break
                    place = under
                    run += 1
                    runs[14 * column + run] = place
            runs[LONGEST + column] = run
        for source in range(10):
            run = runs[LONGEST + source]
            if run == 0:
                continue
            rank = kind[rows[row + TOP + source]] % 13
            height = rows[row + HEIGHT + source]
            down = rows[row + DOWN + source]
            for target in range(10):
                low = 1
                high = run
                if runs[LONGEST + target] > 0:
                    low = kind[rows[row + TOP + target]] % 13 - rank
                    high = low
                    if low < 1 or low > run or source == target:
                        continue
                elif target != first_empty:
                    continue
                place = rows[row + TOP + target]
                for count in range(low, high + 1):
                    if count == height and runs[LONGEST + target] == 0:
                        continue
                    head = runs[14 * source + count]
                    turns = down > 0 and height - count == down
                    under = UNKNOWN if turns else kind[rows[row + head]]
                    value = (
                        desk.nodes[VALUE + 5 * node]
                        - cost[52 * under + kind[head]]
                        + cost[52 * kind[place] + kind[head]]
                    )
                    free = empty
                    if runs[LONGEST + target] == 0:
                        free -= 1
                    if count == height:
                        free += 1
                    if turns:
                        value += desk.cost[DOWN_COST + down - 1] - desk.cost[DOWN_COST + down]
                    if (
                        runs[LONGEST + target] + count == 13
                        and kind[place] == kind[head] + 1
                        and desk.facts[KEPT] == 0
                    ):
                        king = runs[14 * target + runs[LONGEST + target]]
                        left = rows[row + HEIGHT + target] + count - 13
                        there = rows[row + DOWN + target]
                        under = kind[rows[row + king]]
                        if left == 0:
                            free += 1
                        elif left == there:
                            under = UNKNOWN
                            value += desk.cost[DOWN_COST + there - 1] - desk.cost[DOWN_COST + there]
                            turns = True
                        value -= cost[52 * under + kind[king]]
                        at_home = rows[row + HOME]
                        value += desk.cost[HOME_COST + at_home + 1] - desk.cost[HOME_COST + at_home]
                    value += desk.cost[EMPTY_COST + free] - desk.cost[EMPTY_COST + empty]
                    if turns:
                        desk.turns[3 * leaves] = value
                        desk.turns[3 * leaves + 1] = node
                        desk.turns[3 * leaves + 2] = (10 * source + target) * 14 + count
                        leaves += 1
                    else:
                        desk.found[3 * found] = value
                        desk.found[3 * found + 1] = node
                        desk.found[3 * found + 2] = (10 * source + target) * 14 + count
                        found += 1
    desk.facts[TURNS] = leaves
    return found


@kernel
def uncover(desk, node, column):  # type: ignore[no-untyped-def]
    """Turn the top card of a column if it lies face down."""
    row = node * ROW
    down = desk.rows[row + DOWN + column]
    if down > 0 and desk.rows[row + HEIGHT + column] == down:
        desk.rows[row + DOWN + column] = down - 1
        desk.nodes[FRESH + 5 * node] |= 1 << column


@kernel
def take_off(desk, node, column):  # type: ignore[no-untyped-def]
    """Put a complete run on top of a column at home, if there is one and its lowest card is known."""
    row = node * ROW
    place = desk.rows[row + TOP + column]
    if desk.rows[row + HEIGHT + column] - desk.rows[row + DOWN + column] < 13 or desk.kind[place] % 13 != 0:
        return False
    for _ in range(12):
        under = desk.rows[row + place]
        if desk.kind[under] != desk.kind[place] + 1:
            return False
        place = under
    place = desk.rows[row + TOP + column]
    for _ in range(13):
        under = desk.rows[row + place]
        desk.rows[row + place] = -1
        place = under
    desk.rows[row + TOP + column] = place
    desk.rows[row + HEIGHT + column] -= 13
    desk.rows[row + HOME] += 1
    uncover(desk, node, column)
    return True


@kernel
def make(desk, parent, move, node):  # type: ignore[no-untyped-def]
    """Make a node by a move, unless its position is known; whether it was made. The value is the caller's."""
    rows, kind, keys = desk.rows, desk.kind, desk.keys
    row = parent * ROW
    new = node * ROW
    desk.nodes[FRESH + 5 * node] = 0
    if move == DEAL:
        for i in range(ROW):
            rows[new + i] = rows[row + i]
        return True
    source, target, count = move // 140, move // 14 % 10, move % 14
    tall = rows[row + HEIGHT + source]
    height = rows[row + HEIGHT + target]
    head = rows[row + TOP + source]
    lowest = kind[head] % 13
    left = desk.hashes[11 * parent + source]
    joined = desk.hashes[11 * parent + target]
    total = desk.hashes[11 * parent + 10] ^ mixed(left) ^ mixed(joined)
    for i in range(count):
        left ^= keys[52 * (tall - 1 - i) + kind[head]]
        joined ^= keys[52 * (height + count - 1 - i) + kind[head]]
        if i < count - 1:
            head = rows[row + head]
    down = rows[row + DOWN + source]
    if down > 0 and tall - count == down:
        left ^= keys[DOWN_KEYS + down] ^ keys[DOWN_KEYS + down - 1]
    total ^= mixed(left) ^ mixed(joined)
    if not is_new(desk, total):
        return False
    for i in range(ROW):
        rows[new + i] = rows[row + i]
    for column in range(10):
        desk.hashes[11 * node + column] = desk.hashes[11 * parent + column]
    desk.hashes[11 * node + source] = left
    desk.hashes[11 * node + target] = joined
    desk.hashes[11 * node + 10] = total
    top = rows[row + TOP + source]
    rows[new + TOP + source] = rows[row + head]
    rows[new + head] = rows[row + TOP + target]
    rows[new + TOP + target] = top
    rows[new + HEIGHT + source] = tall - count
    rows[new + HEIGHT + target] = height + count
    uncover(desk, node, source)
    if lowest == 0 and desk.facts[KEPT] == 0 and take_off(desk, node, target):
        value = desk.nodes[VALUE + 5 * node]
        read_node_unless_fresh(desk, node)
        desk.nodes[VALUE + 5 * node] = value
        is_new(desk, desk.hashes[11 * node + 10])
    return True


@kernel
def read_node_unless_fresh(desk, node):  # type: ignore[no-untyped-def]
    """As ``read_node``; a leaf is searched no further and needs no hashes."""
    if desk.nodes[FRESH + 5 * node] == 0:
        read_node(desk, node)


@kernel
def explore(desk, width, steps, most):  # type: ignore[no-untyped-def]
    """Search from node 0; its leaves, best first by their values, at most so many of either sort, become nodes.

    The number of leaves. The nodes before them are what is reached without turning a card.
    """
    for i in range(len(desk.seen)):
        desk.seen[i] = 0
    facts = desk.facts
    facts[TURNS] = 0
    desk.nodes[FRESH + 5 * 0] = 0
    desk.nodes[DEPTH] = 0
    desk.nodes[PARENT] = -1
    read_node(desk, 0)
    is_new(desk, desk.hashes[11 * 0 + 10])
    first, end = 0, 1
    room = len(desk.nodes) // 5 - 2 * most
    for _ in range(steps):
        found = expand(desk, first, end)
        heaped(desk.found, desk.heap, found)
        node = end
        while found > 0 and node - end < width and node < room:
            one = desk.heap[0]
            found -= 1
            desk.heap[0] = desk.heap[found]
            sink(desk.found, desk.heap, 0, found)
            desk.nodes[VALUE + 5 * node] = desk.found[3 * one]
            parent = desk.found[3 * one + 1]
            if make(desk, parent, desk.found[3 * one + 2], node):
                desk.nodes[PARENT + 5 * node] = parent
                desk.nodes[MOVE + 5 * node] = desk.found[3 * one + 2]
                desk.nodes[DEPTH + 5 * node] = desk.nodes[DEPTH + 5 * parent] + 1
                node += 1
                if desk.rows[(node - 1) * ROW + HOME] == 8:
                    found = 0
        first, end = end, node
        if first == end or desk.rows[(end - 1) * ROW + HOME] == 8:
            break
    facts[NODES] = end
    count = turning(desk, end, most)
    return dealing(desk, end, count, most)


@kernel
def turning(desk, end, most):  # type: ignore[no-untyped-def]
    """Make the best leaves that turn a card; how many."""
    size = desk.facts[TURNS]
    heaped(desk.turns, desk.heap, size)
    count = 0
    while size > 0 and count < most:
        one = desk.heap[0]
        size -= 1
        desk.heap[0] = desk.heap[size]
        sink(desk.turns, desk.heap, 0, size)
        node = end + count
        parent = desk.turns[3 * one + 1]
        desk.nodes[VALUE + 5 * node] = desk.turns[3 * one]
        if make(desk, parent, desk.turns[3 * one + 2], node):
            desk.nodes[PARENT + 5 * node] = parent
            desk.nodes[MOVE + 5 * node] = desk.turns[3 * one + 2]
            desk.nodes[DEPTH + 5 * node] = desk.nodes[DEPTH + 5 * parent] + 1
            desk.leaves[count] = node
            count += 1
    return count


@kernel
def dealing(desk, end, count, most):  # type: ignore[no-untyped-def]
    """Make the best leaves to deal on; how many leaves there are with ``count`` others."""
    if desk.rows[STOCK_LEFT] < 10:
        return count
    size = 0
    for node in range(end):
        filled = True
        for column in range(10):
            if desk.rows[node * ROW + HEIGHT + column] == 0:
                filled = False
        if filled:
            desk.found[3 * size] = desk.nodes[VALUE + 5 * node]
            desk.found[3 * size + 1] = node
            desk.found[3 * size + 2] = DEAL
            size += 1
    heaped(desk.found, desk.heap, size)
    added = 0
    while size > 0 and added < most:
        one = desk.heap[0]
        parent = desk.found[3 * one + 1]
        size -= 1
        desk.heap[0] = desk.heap[size]
        sink(desk.found, desk.heap, 0, size)
        node = end + count + added
        make(desk, parent, desk.found[3 * one + 2], node)
        desk.nodes[VALUE + 5 * node] = desk.nodes[VALUE + 5 * parent]
        desk.nodes[PARENT + 5 * node] = parent
        desk.nodes[MOVE + 5 * node] = DEAL
        desk.nodes[DEPTH + 5 * node] = desk.nodes[DEPTH + 5 * parent] + 1
        desk.leaves[count + added] = node
        added += 1
    return count + added


@kernel
def enter(desk, leaf):  # type: ignore[no-untyped-def]
    """Make a leaf node 0 as the imagined world goes on: the card it turns is seen, or ten are dealt."""
    row = leaf * ROW
    for i in range(ROW):
        desk.rows[i] = desk.rows[row + i]
    if desk.nodes[MOVE + 5 * leaf] != DEAL:
        return
    first = 50 - desk.rows[STOCK_LEFT]
    desk.rows[STOCK_LEFT] -= 10
    for column in range(10):
        card = desk.kind[STOCK + first + column]
        desk.rows[card] = desk.rows[TOP + column]
        desk.rows[TOP + column] = card
        desk.rows[HEIGHT + column] += 1
    if desk.facts[KEPT] == 0:
        for column in range(10):
            take_off(desk, 0, column)
