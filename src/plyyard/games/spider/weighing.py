"""What the player that does not peek makes of a search, compiled: its best leaf, a win, the most points."""

from __future__ import annotations

from plyyard.core.kernel import below, kernel
from plyyard.games.spider.blind import (
    DEPTH,
    DOWN,
    FRESH,
    HEIGHT,
    HOME,
    KEPT,
    MOVE,
    NODES,
    ROW,
    STOCK,
    STOCK_LEFT,
    TOP,
    enter,
    explore,
    make,
    read_node,
)
from plyyard.games.spider.rules import DEAL
from plyyard.games.spider.worth import INPUTS, UNITS, count_unseen, judge, look

WIN = 990


@kernel
def points(desk, node):  # type: ignore[no-untyped-def]
    """The score of a node (chapter 6), runs at home included; a card just turned counts as turned."""
    row = node * ROW
    rows, kind = desk.rows, desk.kind
    total = 440 + 50 * rows[row + HOME]
    for column in range(10):
        down = rows[row + DOWN + column]
        total -= 10 * down
        if down == 0:
            total += 15
        place = rows[row + TOP + column]
        for _ in range(rows[row + HEIGHT + column] - down - 1):
            under = rows[row + place]
            if kind[under] == kind[place] + 1 and kind[place] % 13 != 12:
                total += 2
            place = under
    return total


@kernel
def weigh(desk, net, count, share):  # type: ignore[no-untyped-def]
    """Judge all leaves into ``worth``; the number of the best one. ``share``: of the points beside the chance."""
    count_unseen(desk)
    best = -1
    for i in range(count):
        look(desk, desk.leaves[i])
        won = judge(desk, net)
        desk.worth[i] = (
            won + share * desk.numbers[INPUTS + UNITS + 1] - 0.0002 * desk.nodes[DEPTH + 5 * desk.leaves[i]]
        )
        if best < 0 or desk.worth[i] > desk.worth[best]:
            best = i
    return best


@kernel
def best_end(desk):  # type: ignore[no-untyped-def]
    """The node with the most points, for when nothing leads on."""
    best = 0
    most = points(desk, 0)
    for node in range(1, desk.facts[NODES]):
        reached = points(desk, node)
        if reached > most:
            most = reached
            best = node
    return best


@kernel
def all_open(desk):  # type: ignore[no-untyped-def]
    """Whether nothing is hidden in node 0."""
    hidden = desk.rows[STOCK_LEFT]
    for column in range(10):
        hidden += desk.rows[DOWN + column]
    return hidden == 0


@kernel
def has_won(desk):  # type: ignore[no-untyped-def]
    """The node that has all runs at home, or -1."""
    last = desk.facts[NODES] - 1
    if desk.rows[last * ROW + HOME] == 8:
        return last
    for node in range(last):
        if desk.rows[node * ROW + HOME] == 8:
            return node
    return -1


@kernel
def promise(desk, net, move, width, steps, most):  # type: ignore[no-untyped-def]
    """The chance of winning after a legal move from node 0, as a short look tells."""
    for i in range(len(desk.seen)):
        desk.seen[i] = 0
    read_node(desk, 0)
    desk.found[0], desk.found[1] = 0, move  # a kernel is compiled once for numbers from arrays
    make(desk, desk.found[0], desk.found[1], 1)
    desk.nodes[MOVE + 5] = move
    if move == DEAL or desk.nodes[FRESH + 5] != 0:
        desk.leaves[0] = 1
        count_unseen(desk)
        look(desk, desk.leaves[0])
        return judge(desk, net)
    for i in range(ROW):
        desk.rows[i] = desk.rows[ROW + i]
    count = explore(desk, width, steps, most)
    if has_won(desk) >= 0:
        return 1.0
    if count == 0:
        return 0.0
    look(desk, desk.leaves[weigh(desk, net, count, 0.0)])
    return judge(desk, net)


@kernel
def imagine(desk, unknown, pool, random):  # type: ignore[no-untyped-def]
    """Lay the unseen cards on the unknown places, each order as likely as any other."""
    for i in range(len(unknown)):
        other = i + below(random, len(pool) - i)
        card = pool[other]
        pool[other] = pool[i]
        pool[i] = card
        desk.kind[unknown[i]] = card


@kernel
def fare(desk, net, share, width, steps, most):  # type: ignore[no-untyped-def]
    """Chance of winning and share of the points from node 0 on, as a short look tells."""
    count = explore(desk, width, steps, most)
    if has_won(desk) >= 0:
        return 1.0 + share
    if count == 0:
        return share * points(desk, best_end(desk)) / WIN
    return desk.worth[weigh(desk, net, count, share)]


@kernel
def try_out(desk, small, net, share, width, steps, most, leaves, unknown, pool, random, worlds, sums):  # type: ignore[no-untyped-def]
    """Add to ``sums`` how each of some leaves fares in so many worlds, the same ones for each.

    A world lays the cards of ``pool`` on the ``unknown`` places; it is played in ``small``, a desk of its own.
    """
    for i in range(STOCK + 50):
        small.kind[i] = desk.kind[i]
    small.facts[KEPT] = desk.facts[KEPT]
    for _ in range(worlds):
        imagine(small, unknown, pool, random)
        for at in range(len(leaves)):
            leaf = leaves[at]
            for i in range(ROW):
                small.rows[i] = desk.rows[leaf * ROW + i]
            small.nodes[MOVE] = desk.nodes[MOVE + 5 * leaf]
            enter(small, 0)
            sums[at] += fare(small, net, share, width, steps, most)
