// The built pages' files: read and compressed once, at start. Each is a route of its own, so that no path can lead
// anywhere else.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { z } from 'zod';
import { type Answer, headerBlock, type HeaderBlock, NOSNIFF } from '../http/core/answer.ts';
import type { Exchange } from '../http/core/exchange.ts';
import type { RouteSpec } from '../http/core/router.ts';

/** A page's bundle, by the page's name: addresses of its files. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    js: z.string(),
    css: z.string().optional(),
    /** The service worker of a page that works without a network. */
    worker: z.string().optional(),
    /** By file name, of a page that can be installed. */
    icons: z.record(z.string(), z.string()).optional(),
  }),
);
export type Manifest = z.infer<typeof manifestSchema>;
export type PageFiles = Manifest[string];

export type BuiltPages = { readonly manifest: Manifest; readonly files: readonly BuiltFile[] };

type Encoding = 'br' | 'gzip';
export type BuiltFile = {
  /** Below `/assets/`. */
  readonly name: string;
  readonly headers: HeaderBlock;
  readonly plain: Buffer;
  readonly packed: readonly (readonly [Encoding, Buffer])[];
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
const packedTypes = new Set(['.js', '.css', '.map', '.json', '.svg']);

/** Reads `manifest.json` and `assets/` of the folder that the build made; null when nothing was built there. */
export async function loadPages(folder: string): Promise<BuiltPages | null> {
  if (!existsSync(path.join(folder, 'manifest.json'))) return null;
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')));
  const assets = path.join(folder, 'assets');
  const names = (await readdir(assets)).filter((name) => path.extname(name) in types);
  return { manifest, files: await Promise.all(names.map((name) => loadFile(assets, name))) };
}

async function loadFile(folder: string, name: string): Promise<BuiltFile> {
  const plain = await readFile(path.join(folder, name));
  const extension = path.extname(name);
  const headers = headerBlock({
    'content-type': types[extension] ?? 'application/octet-stream',
    // The name holds the content's hash: another content has another name.
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...NOSNIFF,
  });
  const packed: (readonly [Encoding, Buffer])[] = packedTypes.has(extension)
    ? [
        ['br', await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
        ['gzip', await promisify(gzip)(plain, { level: 9 })],
      ]
    : [];
  return { name, headers, plain, packed: packed.filter(([, bytes]) => bytes.byteLength < plain.byteLength) };
}

export const fileRoutes = (files: readonly BuiltFile[]): readonly RouteSpec[] =>
  files.map((file) => ({
    name: 'asset',
    method: 'GET',
    path: `/assets/${file.name}`,
    handle: (exchange): Answer => ({ status: 200, headers: file.headers, ...contentFor(exchange, file) }),
  }));

/** The file's bytes in the encoding that the client takes. */
export function contentFor(exchange: Exchange, file: BuiltFile): Pick<Answer, 'more' | 'body'> {
  const accepted = exchange.header('accept-encoding');
  const choice = file.packed.find(([encoding]) => accepts(accepted, encoding));
  return { more: choice && { 'content-encoding': choice[0] }, body: choice?.[1] ?? file.plain };
}

/** Whether an `Accept-Encoding` takes this encoding. */
export const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
