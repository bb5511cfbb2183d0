"""Short texts of our own in which *it* takes up what happened, and the same with *it* for a thing: made from a list.

Gold has few events, and none in short texts. Each row is a sentence, its verb, a thing in it and what is said of that
thing alone; what is said of an event fits most of them. None of `short_texts.tsv` is among them.
"""

from __future__ import annotations

import random
from typing import Final

from encoder_data import Label, Labelled

from antecede.text.tokens import words

HAPPENED: Final = (
    ("The old dam burst during the storm.", "burst", "dam", "It had held for sixty years."),
    ("The factory closed in March.", "closed", "factory", "It had made tyres."),
    ("My uncle sold the farm last spring.", "sold", "farm", "It had twelve cows and a pond."),
    ("The orchestra refused to play.", "refused", "orchestra", "It had been founded in Prague."),
    ("Our neighbours built a wall in one night.", "built", "wall", "It is two metres high."),
    ("She missed the last ferry.", "missed", "ferry", "It leaves at nine."),
    ("The captain ignored the warning.", "ignored", "warning", "It was written in red letters."),
    ("He quit his job without telling anybody.", "quit", "job", "It was badly paid."),
    ("The council cut down the chestnut tree.", "cut", "tree", "It was three hundred years old."),
    ("A stranger paid for our dinner.", "paid", "dinner", "It was cold and much too salty."),
    ("The server crashed twice this week.", "crashed", "server", "It runs on old hardware."),
    ("They moved the statue to the station.", "moved", "statue", "It shows a rider without a head."),
    ("My daughter learned to swim in three days.", "learned", "", ""),
    ("The two firms merged in autumn.", "merged", "", ""),
    ("Nobody came to the rehearsal.", "came", "rehearsal", "It was held in a gym."),
    ("The dog ate my homework.", "ate", "homework", "It was due on Monday."),
    ("The prices doubled within a month.", "doubled", "", ""),
    ("The driver fell asleep at the wheel.", "fell", "wheel", "It was wrapped in leather."),
    ("The judge dismissed the case.", "dismissed", "case", "It had filled forty folders."),
    ("Her brother forgot the tickets.", "forgot", "", ""),
    ("The village lost its only doctor.", "lost", "village", "It lies behind the hills."),
    ("The lift stopped between two floors.", "stopped", "lift", "It was made for six people."),
    ("We painted the kitchen yellow.", "painted", "kitchen", "It has two small windows."),
    ("The bakery burned down on Christmas Eve.", "burned", "bakery", "It had sold bread since 1890."),
    ("I switched off the heating by mistake.", "switched", "heating", "It runs on gas."),
    ("The president apologised on television.", "apologised", "", ""),
    ("Someone stole the bell from the chapel.", "stole", "bell", "It weighed half a ton."),
    ("The choir sang without a conductor.", "sang", "choir", "It has thirty members."),
    ("The students occupied the library.", "occupied", "library", "It was opened in 1971."),
    ("He apologised to the whole class.", "apologised", "", ""),
    ("The engine failed over the sea.", "failed", "engine", "It had been repaired twice."),
    ("My aunt married again at eighty.", "married", "", ""),
    ("The museum lent the painting to Rome.", "lent", "painting", "It shows a girl with a lute."),
    ("A fox broke into the hen house.", "broke", "", ""),
    ("They postponed the launch again.", "postponed", "", ""),
    ("The mayor opened the new road.", "opened", "road", "It leads to the harbour."),
    ("The cook added too much pepper.", "added", "", ""),
    ("Our team won the cup.", "won", "cup", "It is made of silver."),
    ("He never answers the phone.", "answers", "phone", "It stands in the hall."),
    ("She gave the piano away.", "gave", "piano", "It was hopelessly out of tune."),
    ("The editor deleted the first chapter.", "deleted", "chapter", "It was called ‘Dust’."),
    ("The guide lost the map.", "lost", "map", "It was printed in Vienna."),
    ("The river flooded the cellar.", "flooded", "cellar", "It has no window."),
    ("They turned the church into a cinema.", "turned", "church", "It has a painted ceiling."),
    ("The pilot landed in a field.", "landed", "field", "It belongs to a monastery."),
    ("He practises the trumpet at midnight.", "practises", "trumpet", "It is older than he is."),
)
"""A sentence, its verb, a thing in it, and what is said of that."""
OF_EVENTS: Final = (
    "It surprised {who}.",
    "It came as a relief to {who}.",
    "It was a terrible shock for {who}.",
    "It annoyed {who}.",
    "It made {who} laugh.",
    "It made the headlines.",
    "It took {who} completely by surprise.",
    "It changed everything.",
    "It was no accident.",
    "It was the right thing to do.",
    "It happened so fast that nobody noticed.",
    "It happens more often than people think.",
    "It saved {who} a lot of trouble.",
    "It cost {who} a fortune.",
    "It worried {who} for weeks.",
    "It spoiled the evening.",
    "It should not have been possible.",
    "It explains a lot.",
    "It proves nothing.",
    "It was a mistake, and {who} knew.",
    "It started a long quarrel.",
    "It led to a lawsuit.",
    "It reminded {who} of the war.",
)
WHO: Final = ("everybody", "her parents", "the workers", "us", "my boss", "half the town", "the children", "him")


def event_texts(count: int = 420, *, weight: float = 0.5, seed: int = 1) -> list[Labelled]:
    """So many texts, a third of them with *it* for the thing."""
    rng = random.Random(seed)  # noqa: S311 - a choice of texts
    texts: list[Labelled] = []
    while len(texts) < count:
        first, verb, thing, of_thing = rng.choice(HAPPENED)
        sentence = words(first, "en")
        if thing and len(texts) % 3 == 0:
            label = Label((1, 0), "anaphoric", frozenset({(0, sentence.index(thing))}), only_nouns=True)
            said = of_thing
        else:
            label = Label((1, 0), "event", frozenset(), clause=frozenset({(0, sentence.index(verb))}))
            said = rng.choice(OF_EVENTS).format(who=rng.choice(WHO))
        texts.append(Labelled(f"event-{len(texts)}", "made", [sentence, words(said, "en")], [label], (), weight))
    return texts
