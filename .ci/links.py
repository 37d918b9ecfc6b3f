#!/usr/bin/env python3
"""Checks the links in the built documentation: `links.py target/doc crate ..`.

A link has to lead to a page that is there, and to a place on it that is there; and not off the
site where the page it means is one of these crates' own. What rustdoc itself puts around the
pages is not looked at.
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.places, self.moved_to = [], set(), None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.places.update(attributes[name] for name in ("id", "name") if attributes.get(name))
        if tag == "meta" and attributes.get("http-equiv") == "refresh":
            self.moved_to = attributes["content"].partition("URL=")[2]
        link = attributes.get({"a": "href", "img": "src"}.get(tag))
        if link:
            self.links.append(link)


def main(root, crates):
    root, pages, problems, count = root.resolve(), {}, [], 0

    def page(path):
        if path not in pages:
            pages[path] = Page(path.read_text(encoding="utf-8"))
        return pages[path]

    local = re.compile(r"https?://docs\.rs/[^/]+/[^/]+/(" + "|".join(crates) + r")/(.*)")
    for crate in crates:
        # The pages of sources have a place for each line, made when they are shown.
        for path in sorted((root / crate).rglob("*.html")):
            for link in page(path).links:
                count += 1
                where = f"{path.relative_to(root)}: {link}"
                url = urllib.parse.urlsplit(link)
                if url.scheme or url.netloc:
                    own = local.match(link)
                    if own and (root / own[1] / own[2].split("#")[0]).exists():
                        problems.append(f"{where} leads off the site, and the page is here")
                    continue
                target = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
                if target.is_dir():
                    target /= "index.html"
                if target.suffix == ".html" and target.is_file() and page(target).moved_to:
                    target = (target.parent / page(target).moved_to).resolve()
                if not target.is_file():
                    problems.append(f"{where} leads nowhere")
                elif url.fragment and target.suffix == ".html" and "src" not in target.relative_to(root).parts:
                    # Some places are written as they stand in a link.
                    places = {url.fragment, urllib.parse.unquote(url.fragment)}
                    if places.isdisjoint(page(target).places):
                        problems.append(f"{where} leads to no place on that page")
    print(f"{count} links, {len(problems)} problems", *problems, sep="\n")
    return 1 if problems or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
