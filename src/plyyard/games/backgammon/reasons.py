"""Why something cannot be played: the rules' reasons as sentences, each with its article."""

from __future__ import annotations

from plyyard.core.errors import Say
from plyyard.games.backgammon import moves, rules
from plyyard.games.backgammon.state import BAR, OFF, SIDES, State

Reason = tuple[Say, str]

OVER: Reason = (Say("The game is over."), "7.1")
ROLL_FIRST: Reason = (Say("Roll the dice first."), "2.2")
NO_PLAY: Reason = (Say("This roll allows no step, so the turn passes."), "2.3")
TOO_MANY: Reason = (Say("These are more steps than the roll has."), "3.1")


def refusal(state: State) -> Reason | None:
    """Why nobody can move here at all."""
    if state.winner:
        return OVER
    if state.dice is None:
        return ROLL_FIRST
    return None if moves.plays(state) else NO_PLAY


def no_number(source: int, target: int) -> Reason:
    """No number, or no sum of them, is the distance."""
    why = Say(
        "No number of this roll leads from {source} to {target}.",
        source=spoken(source),
        target=spoken(target),
    )
    return why, "3.1"


def spoken(place: int) -> Say | int:
    """A place in a sentence."""
    if place == BAR:
        return Say("the bar")
    return Say("off the board") if place == OFF else place


def of_step(fault: int, source: int, die: int) -> Reason:
    """What is wrong with a step, in words."""
    if fault == rules.NO_CHECKER:
        if source == BAR:
            return Say("You have no checker on the bar."), "3.1"
        return Say("You have no checker on {point}.", point=source), "3.1"
    if fault == rules.BAR_FIRST:
        return Say("A checker on the bar must enter first."), "4.1"
    if fault == rules.CLOSED:
        return Say("{point} is closed: two or more opposing checkers stand there.", point=source - die), "3.2"
    if fault == rules.NOT_HOME:
        return Say("Bearing off begins when all your checkers are in your home board."), "6.1"
    return Say(
        "With a {die} nothing is borne off from {point} while a checker stands farther back.",
        die=die,
        point=source,
    ), "6.3"


def unfinished(state: State) -> Reason:
    """All steps are legal, but the roll asks for others."""
    dice = state.dice or (0, 0)
    most = max(len(play.steps) for play in moves.plays(state))
    if dice[0] == dice[1]:
        return Say(
            "A double must be played as often as it can be: {n} steps are possible here.", n=most
        ), "5.3"
    if most == 2:
        return Say("Both numbers must be played, and here they can be."), "5.1"
    die = max(die for die in dice if any(_legal_alone(state, source, die) for source in range(BAR, 0, -1)))
    return Say("Only one number can be played here, and it must be the {die}.", die=die), "5.2"


def _legal_alone(state: State, source: int, die: int) -> bool:
    """Whether this step is legal by itself as the first of the turn."""
    return not rules.why_not((*state.checkers[0], *state.checkers[1]), SIDES.index(state.turn), source, die)
