// What each part of the sources may import; test/architecture.test.ts holds them to it.
//
//   protocol  ←  match  ←  store, cluster  ←  live  ←  resources  ←  http  ←  web  ←  gateway  ←  main, cli
//      ↑           ↑
//      └── browser ┘

export type Rule = {
  /** Files that the rule is for: a folder (with a slash) or a file. */
  readonly of: readonly string[];
  readonly mayImport: readonly string[];
  /** For their types only. */
  readonly mayImportTypesOf?: readonly string[];
};

/** The import table. What stands here is all that is allowed; `node:` stands for Node's own modules. */
export const importTable: readonly Rule[] = [
  { of: ['protocol/'], mayImport: ['protocol/', 'zod'] },
  { of: ['src/match/'], mayImport: ['src/match/', 'protocol/'], mayImportTypesOf: ['zod'] },
  { of: ['src/ops/'], mayImport: ['src/ops/', 'protocol/', 'pino', 'prom-client', 'node:'] },
  {
    of: ['src/store/'],
    mayImport: ['src/store/', 'src/match/', 'src/ops/', 'protocol/', 'postgres', 'zod', 'node:', '@electric-sql/'],
  },
  {
    of: ['src/cluster/'],
    mayImport: ['src/cluster/', 'src/store/', 'src/ops/', 'protocol/', 'ioredis', 'zod', 'node:'],
    mayImportTypesOf: ['src/match/'],
  },
  {
    // Of callers, stored rows and messages it imports only the types.
    of: ['src/live/'],
    mayImport: ['src/live/', 'src/match/', 'src/ops/', 'protocol/', 'node:'],
    mayImportTypesOf: ['src/store/', 'src/cluster/', 'src/auth/'],
  },
  {
    of: ['src/auth/'],
    mayImport: ['src/auth/', 'src/ops/', 'protocol/', 'jose', 'zod', 'node:'],
    mayImportTypesOf: ['src/store/'],
  },
  {
    of: ['src/data-file/'],
    mayImport: ['src/data-file/', 'src/auth/', 'src/store/', 'src/match/', 'src/ops/', 'protocol/', 'zod', 'node:'],
    mayImportTypesOf: ['postgres'],
  },
  {
    of: ['src/resources/'],
    mayImport: ['src/resources/', 'src/store/', 'src/match/', 'src/ops/', 'protocol/', 'lru-cache', 'node:'],
    mayImportTypesOf: ['zod'],
  },
  {
    of: ['src/http/'],
    mayImport: [
      ...['src/http/', 'src/resources/', 'src/auth/', 'src/live/', 'src/store/', 'src/match/', 'src/ops/', 'protocol/'],
      ...['uWebSockets.js', 'lru-cache', 'zod', 'node:'],
    ],
  },
  {
    of: ['src/web/'],
    mayImport: [
      ...['src/web/', 'src/http/', 'src/resources/', 'src/auth/', 'src/live/', 'src/store/', 'src/match/', 'src/ops/'],
      ...['protocol/', 'preact', 'preact/', 'preact-render-to-string', 'yaml', 'zod', 'node:'],
      // A page's address is read by the server, by the page and by the form that makes it: in the same way.
      ...['src/browser/screen/options.ts', 'src/browser/overlay/options.ts', 'src/browser/builder/fields.ts'],
      ...['src/browser/shared/languages.ts', 'src/browser/shared/words.ts'],
    ],
  },
  {
    of: ['src/browser/'],
    mayImport: [
      // The console carries a match on while there is no network: by the same table as the server.
      ...['src/browser/', 'src/match/clock.ts', 'src/match/lifecycle.ts', 'protocol/'],
      ...['preact', 'preact/', '@noble/hashes/', 'zod/mini', 'idb'],
    ],
  },
  { of: ['src/config.ts'], mayImport: ['src/ops/', 'zod', 'node:'] },
  {
    of: ['src/gauges.ts'],
    mayImport: ['src/store/', 'protocol/'],
    mayImportTypesOf: ['src/live/', 'src/ops/', 'src/cluster/'],
  },
  { of: ['src/gateway.ts', 'src/main.ts', 'src/cli/'], mayImport: ['src/', 'protocol/', 'esbuild', 'zod', 'node:'] },
];
