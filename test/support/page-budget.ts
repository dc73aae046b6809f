// What a page costs its reader, as Lighthouse measures it. All but the shift is in bytes and requests, which are the same on a busy
// machine.
import type { Page } from 'playwright-core';

type PageCost = {
  /** Bytes on the wire of the document and all that it loads. */
  readonly bytes: number;
  /** Bytes that must be there before the first paint: the document, and what blocks it. */
  readonly beforePaint: number;
  /** Requests that block the first paint, the document included. */
  readonly blocking: number;
  /** Sum of all layout shifts. */
  readonly shift: number;
};

/** What a page is over: `most` in KB, of all that it loads. Nothing moves, and 36 KB are enough for the first paint. */
export async function overBudget(page: Page, most: number): Promise<string[]> {
  const { bytes, beforePaint, blocking, shift } = await costOf(page);
  return [
    ...(bytes > most * 1_024 ? [`it loads ${bytes} bytes`] : []),
    ...(beforePaint > 36 * 1_024 ? [`${beforePaint} bytes come before the first paint`] : []),
    ...(blocking > 4 ? [`${blocking} requests come before the first paint`] : []),
    ...(shift > 0 ? [`it moves by ${shift}`] : []),
  ];
}

/** The cost of a page that was just opened. */
async function costOf(page: Page): Promise<PageCost> {
  return page.evaluate(async () => {
    let shift = 0;
    const add = (entries: PerformanceEntryList): void => {
      for (const entry of entries) shift += (entry as PerformanceEntry & { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    add(observer.takeRecords());
    const loaded = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      renderBlockingStatus?: string;
    })[];
    const documents = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
    const blockers = [...documents, ...loaded.filter((one) => one.renderBlockingStatus === 'blocking')];
    const bytesOf = (all: readonly PerformanceResourceTiming[]): number =>
      all.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return {
      bytes: bytesOf([...documents, ...loaded]),
      beforePaint: bytesOf(blockers),
      blocking: blockers.length,
      shift,
    };
  });
}
