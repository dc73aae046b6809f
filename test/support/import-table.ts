// What each part of the sources may import; test/architecture.test.ts holds them to it.

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
  {
    of: ['src/store/'],
    mayImport: [
      'src/store/',
      'src/match/',
      'src/problem.ts',
      'protocol/',
      'postgres',
      'zod',
      'node:',
      '@electric-sql/',
    ],
    mayImportTypesOf: ['src/log.ts'],
  },
  {
    of: ['src/live/'],
    mayImport: ['src/live/', 'src/match/', 'src/problem.ts', 'protocol/', 'node:'],
    mayImportTypesOf: ['src/store/', 'src/relay/', 'src/auth/', 'src/log.ts', 'src/counts.ts'],
  },
  {
    of: ['src/auth/'],
    mayImport: ['src/auth/', 'src/problem.ts', 'protocol/', 'jose', 'zod', 'node:'],
    mayImportTypesOf: ['src/store/', 'src/log.ts'],
  },
  {
    of: ['src/http/'],
    mayImport: [
      ...[
        'src/http/',
        'src/auth/',
        'src/live/',
        'src/store/',
        'src/match/',
        'src/problem.ts',
        'src/log.ts',
        'src/counts.ts',
      ],
      // The HTML around a page, which the server writes and the page's script finds; the documents have no other.
      ...[
        'src/pages/screen/page.ts',
        'src/pages/screen/options.ts',
        'src/pages/refusal/page.ts',
        'src/pages/overlay/page.ts',
        'src/pages/overlay/options.ts',
        'src/pages/console/page.ts',
        'src/pages/docs/',
        'src/pages/site/',
        'protocol/',
        'uWebSockets.js',
        'yaml',
        'zod',
        'node:',
      ],
    ],
    mayImportTypesOf: ['src/config.ts'],
  },
  {
    of: ['src/pages/'],
    mayImport: [
      // The console carries a match on while there is no network: by the same table as the server.
      ...['src/pages/', 'src/match/clock.ts', 'src/match/lifecycle.ts', 'protocol/'],
      ...['preact', 'preact/', 'preact-render-to-string', '@noble/hashes/', 'zod/mini', 'idb'],
    ],
  },
  {
    of: ['src/demo/', 'src/demo.ts', 'src/replay/', 'src/replay.ts', 'src/import.ts'],
    mayImport: [
      ...['src/demo/', 'src/replay/', 'src/config.ts', 'src/log.ts', 'src/gateway.ts', 'src/process.ts', 'protocol/'],
      ...['zod', 'node:'],
    ],
    mayImportTypesOf: ['src/match/'],
  },
  { of: ['src/set-password.ts'], mayImport: ['src/config.ts', 'src/log.ts', 'src/store/', 'node:'] },
  {
    of: ['src/relay.ts', 'src/relay/'],
    mayImport: ['src/relay/', 'protocol/', 'ioredis', 'zod', 'node:'],
    mayImportTypesOf: ['src/log.ts', 'src/match/'],
  },
  { of: ['src/config.ts'], mayImport: ['src/log.ts', 'zod', 'node:'] },
  { of: ['src/log.ts'], mayImport: ['pino'] },
  {
    of: ['src/metrics.ts', 'src/request-times.ts', 'src/counts.ts'],
    mayImport: ['src/request-times.ts', 'src/counts.ts', 'prom-client'],
  },
  { of: ['src/process.ts'], mayImport: ['node:'], mayImportTypesOf: ['src/log.ts'] },
  { of: ['src/drain.ts'], mayImport: [] },
  {
    of: ['src/readings.ts'],
    mayImport: ['src/store/', 'protocol/'],
    mayImportTypesOf: ['src/live/', 'src/metrics.ts', 'src/nodes.ts'],
  },
  { of: ['src/problem.ts'], mayImport: ['protocol/'] },
  {
    of: ['src/nodes.ts', 'src/lists.ts'],
    mayImport: ['src/live/', 'src/store/', 'src/relay.ts'],
    mayImportTypesOf: ['src/relay/', 'src/match/', 'src/log.ts', 'protocol/'],
  },
  { of: ['src/main.ts'], mayImport: ['src/config.ts', 'src/gateway.ts', 'src/log.ts', 'src/process.ts'] },
  { of: ['src/integrations.ts'], mayImport: ['src/store/'], mayImportTypesOf: ['src/auth/', 'src/http/'] },
  {
    of: ['src/gateway.ts', 'src/accounts.ts'],
    mayImport: ['src/', 'protocol/', 'node:'],
  },
];
