"""The rules as people read them: RULES.de.md and RULES.en.md of a game, with the same numbered articles.

A chapter is ``## 4. Title``; an article is a paragraph that begins with its number in bold, ``**4.2**``. Refusals, faults and
lessons name articles by these numbers; each has the anchor ``art-4.2``.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from plyyard.core import registry

_CHAPTER = re.compile(r"^## (\d+)\. (.+)$")
_ARTICLE = re.compile(r"^\*\*(\d+\.\d+)\*\* ")


@dataclass(frozen=True, slots=True)
class Article:
    number: str
    text: str  # Markdown, without the number


@dataclass(frozen=True, slots=True)
class Chapter:
    number: str
    title: str
    articles: tuple[Article, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    title: str
    preface: str  # Markdown
    chapters: tuple[Chapter, ...]

    def article(self, number: str) -> Article:
        """The article with this number, or KeyError."""
        for chapter in self.chapters:
            for article in chapter.articles:
                if article.number == number:
                    return article
        raise KeyError(number)

    @property
    def numbers(self) -> tuple[str, ...]:
        return tuple(article.number for chapter in self.chapters for article in chapter.articles)


@functools.cache
def rulebook(game: str, language: str) -> Rulebook:
    """The rules of a game in a language."""
    text = (registry.folder(game) / f"RULES.{language}.md").read_text(encoding="utf-8")
    title, preface = "", []
    chapters: list[tuple[str, str, list[Article]]] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        chapter = _CHAPTER.match(block)
        article = _ARTICLE.match(block)
        if block.startswith("# "):
            title = block[2:].strip()
        elif chapter:
            chapters.append((chapter[1], chapter[2].strip(), []))
        elif not chapters:
            preface.append(block)
        elif article:
            chapters[-1][2].append(Article(article[1], block[article.end() :]))
        else:  # a table or list that belongs to the article above
            last = chapters[-1][2].pop()
            chapters[-1][2].append(Article(last.number, f"{last.text}\n\n{block}"))
    return Rulebook(title, "\n\n".join(preface), tuple(Chapter(n, t, tuple(a)) for n, t, a in chapters))
