"""A game in the terminal: a person picks by number or text, the computer answers, everything is announced.

The person's side sees its view only. Every event goes into a record, so a game can be kept and replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import time
from typing import Any

from plyyard.cli.terminal.picture import position_lines
from plyyard.cli.terminal.screen import Screen
from plyyard.core.chance import Below, draw
from plyyard.core.errors import BadRecord, IllegalMove, PlyError, Say
from plyyard.core.game import CHANCE, After, Event, Game, Happened, Moved, Result, Side
from plyyard.core.record import MAX_EVENTS, VERSION, Entry, Outcome, Record
from plyyard.core.record import Player as Seat
from plyyard.core.rulebook import rulebook
from plyyard.core.sayings import ending
from plyyard.core.words import Words
from plyyard.players import Player

MOST_CHOICES = 40  # moves listed; more would only scroll away
COMMANDS = {
    **dict.fromkeys(("help", "hilfe"), "help"),
    **dict.fromkeys(("board", "brett"), "board"),
    **dict.fromkeys(("moves", "züge"), "moves"),
    **dict.fromkeys(("undo", "zurück"), "undo"),
    **dict.fromkeys(("resign", "aufgeben"), "resign"),
    **dict.fromkeys(("quit", "ende"), "quit"),
}
"""What can be typed beside moves, in either language."""


class Left(Exception):
    """The person left the game before its end."""


@dataclass
class Dialogue:
    """One game. ``options`` are complete; ``computer`` holds the other side, None in a game for one."""

    game: Game[Any, Any, Any]
    options: dict[str, Any]
    side: Side
    computer: Player | None
    screen: Screen
    words: Words
    chance: Below
    states: list[Any] = field(default_factory=list)  # by seq; 0: the start
    entries: list[Entry] = field(default_factory=list)
    line: list[int] = field(default_factory=lambda: [0])  # seqs that hold, without what was taken back
    result: Result | None = None
    undo_price: int = 0
    article: str = ""  # the last one named
    shown: int = -1  # number of states when the person was asked last
    began: int = field(default_factory=lambda: _now())

    def play(self) -> None:
        """To the end, or until the person leaves or the input ends."""
        self.states = [self.game.start(self.options)]
        self.screen.line(self.words('Type "help" to see what you can do.'))
        try:
            while (actor := self.game.actor(self.state)) is not None and self.result is None:
                mine = self.game.turn(self.state) == self.side and not self._is_deal(actor)
                if mine:
                    self._ask(actor is CHANCE)
                else:
                    self._of_itself(actor)
        except Left:
            self.screen.line(self.words("You leave the game. Goodbye!"))
            return
        except EOFError:
            self.screen.line(self.words("The input has ended; the game stays unfinished. Goodbye!"))
            return
        self.result = self.result or self.game.result(self.state)
        self._show()
        if self.result:
            self.screen.line(ending(self.game, self.result.winner, self.result.kind, self.words), "bold")

    @property
    def state(self) -> Any:
        return self.states[self.line[-1]]

    def record(self) -> Record:
        """The game as a document, as far as it went."""
        players = {self.side: Seat()}
        if self.computer is not None:
            others = [side for side in self.game.sides if side != self.side]
            players |= {side: Seat("computer", level=self.computer.level) for side in others}
        found = self.result
        return Record(
            plyyard=VERSION,
            game=self.game.name,
            rules=self.game.rules_version,
            options=self.options,
            players=players,
            kind="local" if self.computer is None else "computer",
            undo_price=self.undo_price,
            started=self.began,
            ended=_now() if found else None,
            result=Outcome(found.winner, found.kind, found.points) if found else None,
            events=self.entries,
        )

    def _is_deal(self, actor: object) -> bool:
        return actor is CHANCE and self.game.lot(self.state).shuffle > 0

    def _of_itself(self, actor: object) -> None:
        """A deal, the computer's roll or its move."""
        if actor is CHANCE:
            self._happen(Happened(draw(self.game.lot(self.state), self.chance)))
            return
        assert self.computer is not None and isinstance(actor, str)
        view = self.game.observe(self.state, actor)
        name = self.words.say(self.game.side_names[actor])
        with self.screen.thinking(self.words("{side} (computer) is thinking.", side=name)):
            move = self.computer.choose(view, self.chance)
        self._happen(Moved(actor, move))

    def _ask(self, rolls: bool) -> None:
        """Take one line from the person: a roll, a move, or a wish. What was asked for already is not shown again."""
        anew, first = self.shown != len(self.states), self.shown < 0
        if first or (anew and not self.screen.plain):
            self._show()
        self.shown = len(self.states)
        if rolls:
            typed = self.screen.ask(self.words("Enter: {action}", action=self.game.roll_label))
            if not typed:
                self._of_itself(CHANCE)
                return
        else:
            moves = self.game.legal_moves(self.state)
            if anew:
                self._list(moves)
            typed = self.screen.ask(self.words("Your move, as number or text:"))
            if typed.isascii() and typed.isdigit() and len(typed) < 6 and 1 <= int(typed) <= len(moves):
                self._happen(Moved(self.side, moves[int(typed) - 1]))
                return
        if typed and not self._obey(typed):
            self._try(typed)

    def _list(self, moves: Sequence[Any]) -> None:
        """The moves, numbered; each with what its button says where one pick makes the whole move."""
        texts = [self.game.notation.format_move(move) for move in moves]
        view = self._view()
        said: dict[str, str] = {}
        for step in self.game.steps(view, ()):
            if step.move is not None:
                said.setdefault(step.move, self.game.board.label(view, step, self.words))
        self.screen.choices(
            [f"{text} – {said[text]}" if text in said else text for text in texts[:MOST_CHOICES]]
        )
        if len(moves) > MOST_CHOICES:
            self.screen.line(self.words("There are {n} moves; the others can be typed.", n=len(moves)))

    def _try(self, text: str) -> None:
        """Play a move that was typed, or say why not."""
        try:
            if refusal := self.game.why_not(self.state, text):
                self._refuse(*refusal)
            else:
                self._happen(Moved(self.side, self.game.notation.parse_move(self.state, text)))
        except IllegalMove as error:
            self._refuse(error.why, error.article)
        except PlyError as error:
            self.screen.line(self.words.say(error.why), "yellow")

    def _refuse(self, why: Say, article: str) -> None:
        self.article = article
        reason = self.words.say(why)
        self.screen.line(
            self.words("{reason} (Article {article}; ? shows it.)", reason=reason, article=article), "yellow"
        )

    def _obey(self, typed: str) -> bool:
        """A wish that is no move; False when it is none."""
        facts = {fact.letter: fact for fact in self.game.board.scene(self._view(), self.words).facts}
        if typed == "?":
            self._explain()
        elif typed.startswith("?"):
            self._why(typed[1:].strip())
        elif typed.lower() in COMMANDS:
            getattr(self, f"_{COMMANDS[typed.lower()]}")()
        elif typed in facts:
            self.screen.line(f"{facts[typed].label}: {facts[typed].value}")
        else:
            return False
        return True

    def _explain(self) -> None:
        if not self.article:
            self.screen.line(
                self.words("Nothing was refused yet. ? and a move says whether it is legal, and why not.")
            )
            return
        text = rulebook(self.game.name, self.words.language).article(self.article).text
        self.screen.line(f"{self.article} {' '.join(text.split())}")

    def _why(self, text: str) -> None:
        try:
            if refusal := self.game.why_not(self.state, text):
                self._refuse(*refusal)
            else:
                self.screen.line(self.words("{move} is legal.", move=text))
        except PlyError as error:
            self.screen.line(self.words.say(error.why), "yellow")

    def _help(self) -> None:
        for text in (
            self.words("Enter: roll the dice or draw a tile, when it is time for it."),
            self.words("A number from the list, or a move as text: play it."),
            self.words(
                "? and a move: is it legal, and if not, why? ? alone: the article that was named last."
            ),
            self.words("board: the whole position. moves: the list. undo: take back your last move."),
            self.words("resign: give up. quit: leave."),
        ):
            self.screen.line(text)
        scene = self.game.board.scene(self._view(), self.words)
        for fact in scene.facts:
            if fact.letter:
                self.screen.line(self.words("{letter}: {label}", letter=fact.letter, label=fact.label))

    def _board(self) -> None:
        for text in self.game.board.describe(self._view(), self.words):
            self.screen.line(text)

    def _moves(self) -> None:
        self._list(self.game.legal_moves(self.state))

    def _undo(self) -> None:
        """Only as far as no chance and no other side's event lies between."""
        last = self.entries[self.line[-1] - 1] if self.line[-1] else None
        if last is None or last.kind != "moved" or last.by != self.side:
            self.screen.line(
                self.words("There is nothing of yours to take back since the last roll or reply."), "yellow"
            )
            return
        before = self.states[self.line[-2]]
        event = Moved(self.side, self.game.notation.parse_move(before, last.move or ""))
        self.undo_price += self.game.undo_price(self.game.apply(before, event).effects, event)
        self.line.pop()
        self.states.append(self.state)
        self._enter(Entry(len(self.states) - 1, "taken back", by=self.side, to=self.line[-1], ts=_now()))
        self.screen.line(self.words("Taken back."))
        self._board()

    def _resign(self) -> None:
        others = [side for side in self.game.sides if side != self.side]
        self.states.append(self.state)
        self.line.append(len(self.states) - 1)
        self._enter(Entry(len(self.states) - 1, "resigned", by=self.side, ts=_now()))
        self.result = Result(others[0] if others else None, "resigned")
        self.screen.line(self.words("{side} resigns.", side=self.words.say(self.game.side_names[self.side])))

    def _quit(self) -> None:
        raise Left

    def _happen(self, event: Event) -> None:
        """Apply an event, write it down and say it as the person may hear it."""
        before = self.state
        after = self.game.apply(before, event)
        self.states.append(after.state)
        self.line.append(len(self.states) - 1)
        effects = [effect.text for effect in after.effects]
        notation = self.game.notation
        if isinstance(event, Moved):
            entry = Entry(
                self.line[-1], "moved", event.by, notation.format_move(event.move), effects=effects, ts=_now()
            )
        else:
            outcome = notation.format_outcome(event.outcome)
            entry = Entry(self.line[-1], "rolled", outcome=outcome, effects=effects, ts=_now())
        self._enter(entry)
        heard = self.game.redact(before, event, self.side)
        seen = After(self._view(), after.effects)
        self.screen.line(
            self.game.board.announce(self.game.observe(before, self.side), heard, seen, self.words)
        )

    def _enter(self, entry: Entry) -> None:
        if len(self.entries) >= MAX_EVENTS:
            raise BadRecord(Say("A record has at most {limit} events.", limit=MAX_EVENTS))
        self.entries.append(entry)

    def _view(self) -> Any:
        return self.game.observe(self.state, self.side)

    def _show(self) -> None:
        title = self.words.say(self.game.title)
        self.screen.board(title, position_lines(self.game, self._view(), self.words, self.screen.plain))


def _now() -> int:
    """Milliseconds since 1970, as records have them."""
    return round(time() * 1000)
