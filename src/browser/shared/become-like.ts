// Draws what changed of a part of a page, and keeps its elements. The focus of a reader stays, as do a click, a selection and the
// place to which a list is scrolled, and a screen reader says only what is new.

/** Makes `shown` like `newer`, which is used up. */
export function becomeLike(shown: Element, newer: Element): void {
  for (const { name } of [...shown.attributes]) if (!newer.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of newer.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  const parts = [...shown.childNodes];
  const nextParts = [...newer.childNodes];
  const kept = keptParts(parts, nextParts);
  const stays = new Set(kept.values());
  for (const part of parts) if (!stays.has(part)) part.remove();
  let place = shown.childNodes[0] ?? null;
  for (const next of nextParts) {
    const part = kept.get(next);
    if (part === undefined) shown.insertBefore(next, place);
    else {
      if (part === place) place = place.nextSibling;
      else move(shown, part, place);
      if (part instanceof Element && next instanceof Element) becomeLike(part, next);
      else if (part.nodeValue !== next.nodeValue) part.replaceWith(next);
    }
  }
}

/** The part that stays for each newer part: the one of the same key, or the next one of the same kind where they have none. */
function keptParts(parts: readonly ChildNode[], newer: readonly ChildNode[]): Map<ChildNode, ChildNode> {
  const kept = new Map<ChildNode, ChildNode>();
  const keyed = new Map<string, ChildNode[]>();
  for (const part of parts) {
    const key = keyOf(part);
    if (key !== null) keyed.set(key, [...(keyed.get(key) ?? []), part]);
  }
  const others = parts.filter((part) => keyOf(part) === null);
  let from = 0;
  for (const next of newer) {
    const key = keyOf(next);
    const at = others.findIndex(({ nodeName }, index) => index >= from && nodeName === next.nodeName);
    const part = key === null ? others[at] : keyed.get(key)?.shift();
    if (part === undefined) continue;
    kept.set(next, part);
    if (key === null) from = at + 1;
  }
  return kept;
}

/** Null for a part that is known by its place alone. A link to another page is another link: the focus must not stay on it. */
function keyOf(part: ChildNode): string | null {
  if (!(part instanceof Element)) return null;
  const key = part.getAttribute('data-key') ?? part.getAttribute('id') ?? part.getAttribute('href');
  return key === null ? null : `${part.nodeName} ${key}`;
}

/** Browsers without `moveBefore` take the focus from an element that changes its place. */
function move(parent: Element, part: ChildNode, place: ChildNode | null): void {
  if (Reflect.has(parent, 'moveBefore')) {
    parent.moveBefore(part, place);
    return;
  }
  const focused = document.activeElement;
  const holdsFocus = focused instanceof HTMLElement && part.contains(focused);
  parent.insertBefore(part, place);
  if (holdsFocus) focused.focus({ preventScroll: true });
}
