// The docs about operations match this gateway: every series in dashboard, alerts and text exists, and every alert is
// explained.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { endpoints } from '../../protocol/rest/endpoints.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { metricsText } from '../support/scrape.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');
const textOf = (file: string): string => readFileSync(path.join(docs, file), 'utf8');

const rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Touchline[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string().min(20) }),
        }),
      ),
    }),
  ),
});
const dashboard = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      title: z.string(),
      type: z.enum(['row', 'timeseries', 'stat']),
      description: z.string().optional(),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ expr: z.string(), refId: z.string() })).optional(),
    }),
  ),
});

const alerts = rules.parse(parse(textOf('alerts.yml'))).groups.flatMap((group) => group.rules);
const { panels } = dashboard.parse(JSON.parse(textOf('grafana-dashboard.json')));
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [`panel "${title}"`, expr] as const)),
];

const FUNCTIONS = ['sum', 'min', 'rate', 'increase', 'histogram_quantile', 'clamp_min'];
const KEYWORDS = ['by', 'and', 'or', 'on'];
/** Series of Prometheus itself. */
const OWN = ['up'];

type Token = { readonly kind: 'name' | 'number' | 'text' | 'range' | 'sign'; readonly text: string };

/** The tokens of an expression. Throws on an invalid one. */
function tokensOf(expr: string): Token[] {
  const pattern =
    /\s*(?:(?<name>[a-zA-Z_:][\w:]*)|(?<number>\d+(?:\.\d+)?)|(?<text>"(?:[^"\\]|\\.)*")|(?<range>\[\d+[smh]\])|(?<sign>=~|!~|!=|>=|<=|==|[-+*/(){},=<>]))/y;
  const tokens: Token[] = [];
  const source = expr.trim();
  while (pattern.lastIndex < source.length) {
    const at = pattern.lastIndex;
    const groups = pattern.exec(source)?.groups;
    if (!groups) throw new Error(`Not PromQL at ${at}: ${source.slice(at)}`);
    const [kind, text] = Object.entries(groups).find(([, found]) => (found as string | undefined) !== undefined) ?? [];
    tokens.push({ kind: kind as Token['kind'], text: text ?? '' });
  }
  return tokens;
}

/** The series of an expression, each with its labels. Throws on unbalanced brackets. */
function seriesOf(expr: string): { readonly name: string; readonly labels: readonly string[] }[] {
  const tokens = tokensOf(expr);
  const open: string[] = [];
  const found: { name: string; labels: string[] }[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (text === '(' || text === '{') open.push(text);
    if (text === ')' && open.pop() !== '(') throw new Error(`A bracket too many: ${expr}`);
    if (text === '}' && open.pop() !== '{') throw new Error(`A brace too many: ${expr}`);
    if (kind !== 'name') continue;
    const next = tokens[at + 1]?.text;
    if (open.at(-1) === '{') found.at(-1)?.labels.push(text);
    else if (FUNCTIONS.includes(text)) expect(['(', 'by'], expr).toContain(next);
    else if (!KEYWORDS.includes(text) && !isGrouping(tokens, at)) found.push({ name: text, labels: [] });
  }
  if (open.length > 0) throw new Error(`A bracket is not closed: ${expr}`);
  return found;
}

/** Inside of `by (…)`. */
function isGrouping(tokens: readonly Token[], at: number): boolean {
  const opening = tokens.slice(0, at).findLastIndex(({ text }) => text === '(');
  const closed = tokens.slice(opening, at).some(({ text }) => text === ')');
  return !closed && tokens[opening - 1]?.text === 'by';
}

let gateway: TestGateway;
let text = '';
const typeOf = new Map<string, string>();
beforeAll(async () => {
  gateway = await openTestGateway();
  await gateway.call('GET', '/healthz');
  text = await metricsText(gateway.url);
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) typeOf.set(name, type);
});
afterAll(() => gateway.close());

/** The series as declared by /metrics: a histogram appears as three. */
const declared = (name: string): string | undefined => {
  const family = name.replace(/_(bucket|sum|count)$/, '');
  if (typeOf.get(family) === 'histogram') return family;
  return typeOf.has(name) ? name : undefined;
};

describe('every expression', () => {
  it.each(expressions)('of %s uses only series of /metrics', (_where, expr) => {
    const series = seriesOf(expr);
    expect(series.length).toBeGreaterThan(0);
    for (const { name, labels } of series) {
      expect(labels.length).toBeLessThan(4);
      if (OWN.includes(name)) continue;
      expect(declared(name), `${name} in ${expr}`).toBeDefined();
      const isCounted = /_(total|bucket|sum|count)$/.test(name);
      // A counter is used only with rate or increase.
      if (isCounted) expect(expr).toMatch(new RegExp(`(rate|increase)\\(${name}(\\{[^}]*\\})?\\[`));
      for (const label of labels.filter((one) => one !== 'instance' && one !== 'job'))
        expect(text, `${label} of ${name}`).toMatch(
          new RegExp(
            `^(# HELP ${declared(name) ?? ''} .*\\b${label}\\b|${declared(name) ?? ''}\\w*\\{[^}]*\\b${label}=)`,
            'm',
          ),
        );
    }
  });

  it('about writes means all endpoints that write, but those of the operator, and none that reads', () => {
    const found = expressions.flatMap(([, expr]) =>
      [...expr.matchAll(/route=~"([^"]+)"/g)].map(([, routes]) => routes),
    );
    expect(found.length).toBeGreaterThan(4);
    const all: readonly (readonly [string, { readonly method: string; readonly access: string }])[] =
      Object.entries(endpoints);
    const writes = all.filter(([, { method, access }]) => method !== 'GET' && access !== 'admin').map(([name]) => name);
    for (const routes of new Set(found)) {
      const pattern = new RegExp(`^(?:${routes})$`);
      expect(all.map(([name]) => name).filter((name) => pattern.test(name))).toEqual(writes);
    }
  });

  it('that is invalid is rejected by this test', () => {
    expect(() => seriesOf('rate(x[5m]) > 1)')).toThrow('bracket');
    expect(() => seriesOf('sum by (le (x)')).toThrow('not closed');
    expect(() => seriesOf('x @@ y')).toThrow('Not PromQL');
    expect(seriesOf('sum by (instance, le) (rate(a_bucket{b="c"}[5m])) > d')).toEqual([
      { name: 'a_bucket', labels: ['b'] },
      { name: 'd', labels: [] },
    ]);
  });
});

describe('docs/operations.md', () => {
  const page = textOf('operations.md');
  const sections = [...page.matchAll(/^### (.+)$/gm)].map(([, title]) => title);

  it('has a section for each alert and no other', () => {
    expect(sections).toEqual(alerts.map(({ alert }) => alert));
    for (const section of page.split(/^### /m).slice(1))
      expect(section.length, section.slice(0, 40)).toBeGreaterThan(200);
  });

  it('explains each of our series and names no unknown one', () => {
    const named = new Set([...page.matchAll(/`(touchline_\w+)`/g)].map(([, name = '']) => declared(name) ?? name));
    const ours = [...typeOf.keys()].filter((name) => name.startsWith('touchline_'));
    expect([...named].sort()).toEqual(ours.sort());
  });

  it('has valid links within itself', () => {
    const places = sections.map((title) => `#${(title ?? '').toLowerCase()}`);
    const links = [...page.matchAll(/\]\((#[^)]+)\)/g)].map(([, target]) => target);
    expect(links.filter((target) => !places.includes(target ?? ''))).toEqual([]);
    expect(links.length).toBeGreaterThan(0);
  });
});

it('the dashboard has no overlapping panels, and each has a description', () => {
  const shown = panels.filter(({ type }) => type !== 'row');
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter(({ description = '' }) => description === '')).toEqual([]);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
});
