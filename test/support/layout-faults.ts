// Layout faults of a screen.

/**
 * The layout faults of a page, in words; runs in the page. Observers fit the text between two frames, so the layout settles
 * within some frames. A fault is still there after 60 frames.
 */
export async function faultsOf(): Promise<string[]> {
  let faults: string[] = [];
  for (let frame = 0; frame < 60; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (frame < 3) continue;
    faults = measure();
    if (faults.length === 0) break;
  }
  return faults;

  function measure(): string[] {
    const faults: string[] = [];
    const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
    const nameOf = (element: HTMLElement): string => `${element.className} "${element.textContent}"`;
    const isDrawn = (element: HTMLElement): boolean =>
      getComputedStyle(element).display !== 'none' && element.offsetWidth > 0;
    const inside = (element: HTMLElement, box: DOMRect): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
    };
    const overlap = (a: DOMRect, b: DOMRect): boolean =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas');
    /** The box of the visible text, as its letters measure: a line is higher than its capitals and digits. */
    const inkBox = (element: HTMLElement): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { x, y, width, height } = range.getBoundingClientRect();
      const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
      context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      const ink = context.measureText(element.innerText);
      const above = ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
      const below = ink.fontBoundingBoxDescent - ink.actualBoundingBoxDescent;
      return new DOMRect(x, y + above, width, height - above - below);
    };

    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight)
      faults.push(`the page is ${scrollWidth} × ${scrollHeight}`);
    if (getComputedStyle(document.body).cursor !== 'none') faults.push('there is a cursor');
    const fitted =
      '.name, .heading, .lineup, .statistics, .standings, .ticker, .goal-animation-title, .goal-animation-name, .strip-text, .scorer, .side, .who, .signal';
    for (const element of all(fitted).filter(isDrawn)) {
      const { clientWidth, clientHeight } = element;
      // Inline text has no separate box to leave.
      if (clientWidth === 0) continue;
      if (element.scrollWidth > clientWidth + 1 || element.scrollHeight > clientHeight + 1) {
        faults.push(`${nameOf(element)} does not fit`);
      }
    }
    for (const element of all('.team > .name').filter(isDrawn)) {
      // Arabic letters reach far below their line.
      if (getComputedStyle(element).overflowY !== 'visible') faults.push(`${nameOf(element)} is cut below`);
      const range = document.createRange();
      range.selectNodeContents(element);
      const [text, plate] = [range, element.closest('.team')].map((part) => part?.getBoundingClientRect());
      // A line is higher than its letters by a tenth above and below.
      const spare = parseFloat(getComputedStyle(element).fontSize) / 10;
      if (text && plate && (text.top + spare < plate.top || text.bottom - spare > plate.bottom))
        faults.push(`${nameOf(element)} touches the edge of its plate`);
    }
    for (const tile of all('.tile')) {
      const box = tile.getBoundingClientRect();
      const parts = [
        ...tile.querySelectorAll<HTMLElement>(
          '.heading, .name, .score, .number, .clock, .period, .tally, .winner, .kick, .taker, .scorers, .card, .lineup, .statistics, .standings, .sponsor, .goal-animation-score',
        ),
      ];
      const drawn = parts.filter(isDrawn);
      for (const part of drawn) if (!inside(part, box)) faults.push(`${nameOf(part)} leaves its tile`);
      const central = drawn.filter((part) => part.matches('.score, .clock, .period, .tally, .winner'));
      const beside = [...tile.querySelectorAll<HTMLElement>('.team:not(.bye), .entry, .taker, .scorers')]
        .filter(isDrawn)
        .filter((part) => inside(part, (part.closest('.entries') ?? tile).getBoundingClientRect()));
      for (const part of central) {
        for (const other of beside) {
          if (overlap(inkBox(part), other.getBoundingClientRect()))
            faults.push(`${nameOf(part)} covers ${nameOf(other)}`);
        }
        for (const other of central) {
          if (part !== other && overlap(inkBox(part), inkBox(other)))
            faults.push(`${nameOf(part)} covers ${nameOf(other)}`);
        }
      }
    }
    for (const list of all('.entries, .rows')) {
      const box = list.getBoundingClientRect();
      for (const item of list.children) {
        const { left, top, bottom } = item.getBoundingClientRect();
        if (left < box.right - 1 && (top < box.top - 1 || bottom > box.bottom + 1)) faults.push(`a line is cut in two`);
      }
    }
    return faults;
  }
}
