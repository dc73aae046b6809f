// The fields of a form as a browser without scripts sends them, without a change.
const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const attributeOf = (tag: string, name: string): string | null =>
  unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '') || (tag.includes(`${name}=""`) ? '' : null);
const isChecked = (tag: string): boolean => /\schecked(?=[\s/>=])/.test(tag);

/** By name; the last of several with one name. `html`: of a page with one such form after its header. */
export function formFields(html: string): Readonly<Record<string, string>> {
  const main = html.slice(html.indexOf('<main'));
  const fields: Record<string, string> = {};
  for (const [tag] of main.matchAll(/<input\b[^>]*>/g)) {
    const name = attributeOf(tag, 'name');
    const type = attributeOf(tag, 'type');
    if (name === null || name === 'csrf' || ((type === 'radio' || type === 'checkbox') && !isChecked(tag))) continue;
    fields[name] = attributeOf(tag, 'value') ?? '';
  }
  for (const [, head = '', text = ''] of main.matchAll(/<textarea\b([^>]*)>([^<]*)</g)) {
    const name = attributeOf(head, 'name');
    if (name !== null) fields[name] = unescaped(text);
  }
  for (const [, head = '', options = ''] of main.matchAll(/<select\b([^>]*)>(.*?)<\/select>/g)) {
    const name = attributeOf(head, 'name');
    const chosen = /<option\b[^>]*\sselected[^>]*>/.exec(options)?.[0] ?? /<option\b[^>]*>/.exec(options)?.[0];
    if (name !== null && chosen !== undefined) fields[name] = attributeOf(chosen, 'value') ?? '';
  }
  return fields;
}
