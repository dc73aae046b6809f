// Draws what changed of a part of a page, and keeps its elements. The focus of a reader stays, as do a click, a selection and the
// place to which a list is scrolled, and a screen reader says only what is new.

/** Makes `shown` like `newer`, which is used up. */
export function becomeLike(shown: Element, newer: Element): void {
  for (const { name } of [...shown.attributes]) if (!newer.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of newer.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  const [parts, newerParts] = [[...shown.childNodes], [...newer.childNodes]];
  newerParts.forEach((next, index) => {
    const part = parts[index];
    if (part === undefined) shown.append(next);
    else if (part instanceof Element && next instanceof Element && isSame(part, next)) becomeLike(part, next);
    else if (!part.isEqualNode(next)) part.replaceWith(next);
  });
  for (const part of parts.slice(newerParts.length)) part.remove();
}

/** A link to another page is another link: the focus must not stay on it. */
const isSame = (one: Element, other: Element): boolean =>
  one.nodeName === other.nodeName && one.id === other.id && one.getAttribute('href') === other.getAttribute('href');
