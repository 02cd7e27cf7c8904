"""What a page looks like, in numbers: widths, overlaps, contrast. All of it is computed in the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

_TEXTS = """
const sticky = (head) => getComputedStyle(head.querySelector('th')).position === 'sticky';
const shown = (node) => node.checkVisibility({visibilityProperty: true, opacityProperty: true});
function texts() {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        const aside = parent.closest('script, svg, option') || !shown(parent);
        if (walker.currentNode.data.trim() && !aside) found.push([walker.currentNode, parent]);
    }
    return found;
}
"""
_WIDER = """() => {
    const room = document.documentElement.clientWidth;
    const over = [...document.querySelectorAll('body *')].filter((node) => {
        if (!node.checkVisibility() || node.closest('svg') && node.localName !== 'svg') return false;
        const box = node.getBoundingClientRect();
        for (let up = node.parentElement; up; up = up.parentElement)
            if (getComputedStyle(up).overflowX !== 'visible') return false;
        return box.width && (box.left < -0.5 || box.right > room + 0.5);
    });
    return [document.documentElement.scrollWidth - room, over.map((node) => node.outerHTML.slice(0, 120))];
}"""
_UNREACHABLE = """(names) => names.filter((name) => {
    const node = document.querySelector(`[data-testid="${name}"]`);
    node.scrollIntoView({block: 'center'});
    const box = node.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.width < 24 || box.height < 24 || !hit || !node.contains(hit);
})"""
_OVERLAPS = f"""() => {{
    {_TEXTS}
    const boxes = [];
    for (const [text, parent] of texts()) {{
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const part of range.getClientRects()) {{
            let box = {{left: part.left, right: part.right, top: part.top, bottom: part.bottom}};
            for (let up = parent; up; up = up.parentElement) {{
                if (getComputedStyle(up).overflowY === 'visible') continue;
                const clip = up.getBoundingClientRect();
                const head = up.querySelector('thead'); // its cells may stay above the rows
                const stays = head && !parent.closest('thead') && sticky(head);
                const lid = stays ? head.querySelector('th').getBoundingClientRect().bottom : 0;
                const top = Math.max(clip.top, lid);
                box = {{left: Math.max(box.left, clip.left), right: Math.min(box.right, clip.right),
                        top: Math.max(box.top, top), bottom: Math.min(box.bottom, clip.bottom)}};
            }}
            // Lines of a text may touch: what counts is half of a letter's height.
            const slack = (part.bottom - part.top) / 4;
            if (box.right - box.left > 2 && box.bottom - box.top > 2 * slack)
                boxes.push([box.left + 1, box.right, box.top + slack, box.bottom - slack, text.data.trim()]);
        }}
    }}
    const found = [];
    boxes.forEach(([left, right, top, bottom, text], at) => boxes.slice(at + 1).forEach((other) => {{
        if (left < other[1] && other[0] < right && top < other[3] && other[2] < bottom)
            found.push([text.slice(0, 60), other[4].slice(0, 60)]);
    }}));
    return found;
}}"""
_CONTRASTS = f"""() => {{
    {_TEXTS}
    const rgba = (text) => {{
        const found = text.match(/[0-9.]+/g).map(Number);
        return found.length < 4 ? [...found, 1] : found;
    }};
    const over = (top, below) => top.slice(0, 3).map((one, at) => one * top[3] + below[at] * (1 - top[3]));
    const light = (colour) => {{
        const [r, g, b] = colour.map((one) => one / 255)
            .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }};
    return texts().filter(([, parent]) => !parent.closest(':disabled')).map(([text, parent]) => {{
        const layers = [];
        let opacity = 1;
        for (let up = parent; up; up = up.parentElement) {{
            const style = getComputedStyle(up);
            layers.push(rgba(style.backgroundColor));
            opacity *= Number(style.opacity);
        }}
        const ground = layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
        const ink = rgba(getComputedStyle(parent).color);
        const shade = light(over([...ink.slice(0, 3), ink[3] * opacity], ground));
        const back = light(ground);
        const ratio = (Math.max(shade, back) + 0.05) / (Math.min(shade, back) + 0.05);
        return [Math.round(ratio * 100) / 100, text.data.trim().slice(0, 60)];
    }});
}}"""


def wider(page: Page) -> tuple[int, list[str]]:
    """By how much the page can be scrolled sideways, and which elements stick out."""
    more, found = page.evaluate(_WIDER)
    return more, found


def unreachable(page: Page, names: Sequence[str]) -> list[str]:
    """Which controls cannot be hit with a pointer: too small for a finger (WCAG 2.2, 2.5.8), or covered."""
    found: list[str] = page.evaluate(_UNREACHABLE, names)
    return found


def overlaps(page: Page) -> list[list[str]]:
    """Pairs of texts that are painted over each other."""
    found: list[list[str]] = page.evaluate(_OVERLAPS)
    return found


def contrasts(page: Page) -> list[list[Any]]:
    """The contrast of each text with its ground, from 1 to 21, and the text."""
    found: list[list[Any]] = page.evaluate(_CONTRASTS)
    return found
