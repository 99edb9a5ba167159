"""Taking back, playing again, beginning anew: what each allows, what it costs, and what stays hidden."""

from __future__ import annotations

from plyyard.core.record import decode, replay
from tests.site import Person


def test_a_restart_keeps_the_old_game_as_abandoned(person: Person) -> None:
    room = person.create("backgammon", "computer", seat="black", opponent={"level": "beginner"})
    answer = person.send(room, t="again", id="g", do="restart")[1]
    assert answer["kind"] == "abandoned" and answer["room"]
    record = decode(person.http.get(f"/api/rooms/{room}/record").content)
    assert record.result is None and [event.kind for event in record.events[-2:]] == ["abandoned", "revealed"]
    assert person.state(answer["room"])["you"] == "black"
    assert person.send(room, t="again", id="h", do="restart")[1]["code"] == "over"


def test_playing_again_swaps_the_persons(person: Person) -> None:
    room = person.create("snakes", "computer", seat="black", opponent={"level": "beginner"})
    person.send(room, t="resign", id="r")
    answer = person.send(room, t="again", id="g", do="swap")[1]
    assert person.state(answer["room"])["you"] == "white"


def test_restarting_spider_deals_the_same_cards(person: Person) -> None:
    room = person.create("spider", options={"number": 12345})
    answer = person.send(room, t="again", id="g", do="restart")[1]
    assert person.state(answer["room"])["position"] == person.state(room, at="1")["position"]
    assert "number=" not in person.state(room)["position"]


def test_spider_undo_hides_the_card_again_and_counts(person: Person) -> None:
    """sp-undo-flip, sp-undo-deal"""
    room = person.create("spider", options={"number": 1})
    for count in range(100):
        before = person.state(room)
        after = person.send(room, t="move", id=f"m{count}", on=before["head"], move=before["legal"][0])[1]
        price = (
            10
            if before["legal"][0] == "deal"
            else sum(effect.startswith("turned") for effect in after["effects"])
        )
        if price:
            break
    assert price, "no card was turned and nothing dealt"
    assert after["position"].count("?") < before["position"].count("?") or price == 10
    undone = person.send(room, t="back", id="undo", do="take")[1]
    assert (undone["position"], undone["undo_price"]) == (before["position"], price)
    redone = person.send(room, t="back", id="redo", do="redo")[1]
    assert redone["position"] == after["position"]
    assert person.send(room, t="back", id="redo2", do="redo")[1]["code"] == "forbidden"


def test_a_roll_cannot_be_taken_back_but_practice_may_agree_to_it(person: Person) -> None:
    room = person.create("snakes")
    person.send(room, t="roll", id="r", on=1)
    assert person.send(room, t="back", id="b1", do="take")[1]["code"] == "forbidden"
    assert person.send(room, t="back", id="b2", do="take", whole=True)[1]["to"] == 1
    state = person.state(room)
    assert state["practice"] and state["position"] == "black=0 white=0 turn=black"


def test_a_play_is_taken_back_until_the_next_roll(person: Person) -> None:
    """bg-undo-last"""
    room = person.create("backgammon", position="4HPwATDgc/ABMA turn=white dice=5,4")
    person.send(room, t="move", id="m1", on=1, move="13/8 13/9")
    back = person.send(room, t="back", id="b1", do="take")[1]
    assert back["position"] == "4HPwATDgc/ABMA turn=white dice=5,4"
    assert person.send(room, t="move", id="m2", on=3, move="24/20 13/8")[0] == 200
    person.send(room, t="roll", id="r", on=4)
    assert person.send(room, t="back", id="b2", do="take")[1]["code"] == "forbidden"


def test_a_stuck_spider_can_be_taken_back_and_shows_nothing_until_it_is_given_up(person: Person) -> None:
    room = person.create("spider", position="columns=-4C,9S/KC,8H/KD/KH/KS/KC/KD/KH/KS/JC stock= home=")
    assert person.state(room)["legal"] == ["2>1:1"]
    person.send(room, t="move", id="m", on=1, move="2>1:1")
    stuck = person.state(room)
    assert stuck["result"]["kind"] == "stuck" and stuck["can"]["take"]
    assert "-?,9S" in stuck["position"] and "4C" not in person.http.get(f"/api/rooms/{room}/record").text
    assert person.send(room, t="move", id="n", on=stuck["head"], move="2>1:1")[1]["code"] == "over"
    assert person.send(room, t="back", id="b", do="take")[1]["kind"] == "taken back"
    state = person.state(room)
    assert (state["result"], state["legal"], state["can"]["redo"]) == (None, ["2>1:1"], True)
    person.send(room, t="resign", id="r")
    assert "-4C,9S" in person.state(room)["position"]
    assert list(replay(decode(person.http.get(f"/api/rooms/{room}/record").content)))
