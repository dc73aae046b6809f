// The files of the built pages, read once at start in all forms that the build made. Each file has its own route, so a path cannot reach any
// other file.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type Answer, headerBlock, type HeaderBlock, NOSNIFF } from '../http/core/answer.ts';
import type { Exchange } from '../http/core/exchange.ts';
import { encodingHeader, preferredForm } from '../http/core/negotiation.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { Problem } from '../ops/problem.ts';
import { type Encoding, ENCODINGS } from '../resources/encoded-body.ts';

/** A page's bundle, by the page's name: addresses of its files. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    js: z.string(),
    css: z.string().optional(),
    /** Fonts that every text of the page needs. */
    fonts: z.array(z.string()).optional(),
    /** By language, where the page has one for each; `js` is in English. */
    scripts: z.record(z.string(), z.string()).optional(),
    /** The service worker of a page that works without a network. */
    worker: z.string().optional(),
    /** By file name, of a page that can be installed. */
    icons: z.record(z.string(), z.string()).optional(),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;
export type PageFiles = Manifest[string];

export type BuiltPages = {
  readonly manifest: Manifest;
  readonly files: readonly BuiltFile[];
  /** The stylesheet of the pages made on the server; null where the build made none. */
  readonly siteStyle: Buffer | null;
  /** The modules of the subscriber client, by file name; empty where the build made none. */
  readonly client: ReadonlyMap<string, Buffer>;
};

type BuiltFile = {
  /** Below `/assets/`. */
  readonly name: string;
  readonly headers: HeaderBlock;
  readonly plain: Buffer;
  /** Only the encodings that make the file smaller. */
  readonly packed: ReadonlyMap<Encoding, Buffer>;
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
/** The endings of packed forms (cli/pack-files.mjs). */
const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Reads `manifest.json`, `assets/` and `client/` of the folder that the build made; null when nothing was built there. */
export async function loadPages(folder: string): Promise<BuiltPages | null> {
  if (!existsSync(path.join(folder, 'manifest.json'))) return null;
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')));
  const assets = path.join(folder, 'assets');
  const made = new Set(await readdir(assets));
  const names = [...made].filter((name) => path.extname(name) in types);
  const client = path.join(folder, 'client');
  const modules = existsSync(client) ? await readdir(client) : [];
  const files = await Promise.all(names.map((name) => loadFile(assets, name, made)));
  return {
    manifest,
    files,
    siteStyle: files.find(({ name }) => /^site-[0-9A-Z]{8}\.css$/.test(name))?.plain ?? null,
    client: new Map(
      await Promise.all(modules.map(async (name) => [name, await readFile(path.join(client, name))] as const)),
    ),
  };
}

/** The files of a page. Throws Problem 503 when the pages are not built. */
export function builtPage(pages: BuiltPages | null | undefined, name: string): PageFiles {
  const files = pages?.manifest[name];
  if (files) return files;
  throw notBuilt();
}

/** The file at an address that the manifest names; undefined when the build made none. */
export const fileAt = (pages: BuiltPages | null | undefined, address: string | undefined): BuiltFile | undefined =>
  pages?.files.find(({ name }) => `/assets/${name}` === address);

/** The stylesheet of the pages made on the server. Throws Problem 503 when the pages are not built. */
export function siteStyleOf(pages: BuiltPages | null | undefined): Buffer {
  if (!pages?.siteStyle) throw notBuilt();
  return pages.siteStyle;
}

const notBuilt = (): Problem =>
  new Problem(503, 'The pages of this server are not built.', {
    code: 'pages_not_built',
    hint: 'Start it with npm start, which builds them.',
    headers: { 'retry-after': '2' },
  });

/** `made`: the names of all files of the folder. */
async function loadFile(folder: string, name: string, made: ReadonlySet<string>): Promise<BuiltFile> {
  const plain = await readFile(path.join(folder, name));
  const extension = path.extname(name);
  const headers = headerBlock({
    'content-type': types[extension] ?? 'application/octet-stream',
    // The name contains a hash of the content.
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...NOSNIFF,
  });
  const packed = ENCODINGS.filter((encoding) => made.has(name + ENDINGS[encoding])).map(
    async (encoding) => [encoding, await readFile(path.join(folder, name + ENDINGS[encoding]))] as const,
  );
  return { name, headers, plain, packed: new Map(await Promise.all(packed)) };
}

export const fileRoutes = (files: readonly BuiltFile[]): readonly RouteSpec[] =>
  files.map((file): RouteSpec => ({
    name: 'asset',
    access: 'public',
    method: 'GET',
    path: `/assets/${file.name}`,
    handle: (exchange): Answer => ({ status: 200, headers: file.headers, ...contentFor(exchange, file) }),
  }));

/** The file's bytes in the encoding that the client prefers. */
export function contentFor(exchange: Exchange, { plain, packed }: BuiltFile): Pick<Answer, 'more' | 'body'> {
  const form = preferredForm(exchange.header('accept-encoding'), [...packed.keys()]);
  const bytes = form === 'plain' ? undefined : packed.get(form);
  return bytes === undefined ? { body: plain } : { more: encodingHeader(form), body: bytes };
}
