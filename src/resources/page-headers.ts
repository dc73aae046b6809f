// The headers of a list in pages (rule READ-19): how many entries there are, and where the other pages are (RFC 8288).

type Page = { readonly limit: number; readonly page: number; readonly total: number };

/** The addresses are relative to the one of the request, on whichever path it came. `page` counts from 1. */
export function pageHeaders({ limit, page, total }: Page): Readonly<Record<string, string>> {
  const last = Math.max(1, Math.ceil(total / limit));
  const link = (rel: string, to: number): string => `<?limit=${limit}&page=${to}>; rel="${rel}"`;
  const links = [
    ...(page > 1 ? [link('first', 1), link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1), link('last', last)] : []),
  ];
  return { 'x-total-count': String(total), ...(links.length === 0 ? {} : { link: links.join(', ') }) };
}
