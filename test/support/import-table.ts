// The imports that each part of the sources may have; test/architecture.test.ts checks them.
//
//   protocol  ←  match  ←  store, cluster  ←  live  ←  resources  ←  http  ←  web  ←  gateway  ←  main, cli
//      ↑           ↑
//      └── browser ┘

export type Rule = {
  /** The files of the rule: a folder (with a slash) or a file. */
  readonly of: readonly string[];
  readonly mayImport: readonly string[];
  /** For their types only. */
  readonly mayImportTypesOf?: readonly string[];
};

/** The import table: all allowed imports. `node:` stands for Node's own modules. */
export const importTable: readonly Rule[] = [
  { of: ['protocol/'], mayImport: ['protocol/', 'zod'] },
  { of: ['src/match/'], mayImport: ['src/match/', 'protocol/'], mayImportTypesOf: ['zod'] },
  {
    of: ['src/ops/'],
    mayImport: ['src/ops/', 'protocol/', '@opentelemetry/', 'ipaddr.js', 'lru-cache', 'pino', 'prom-client', 'node:'],
  },
  {
    of: ['src/store/'],
    mayImport: [
      'src/store/',
      'src/match/',
      'src/ops/',
      'protocol/',
      'nanotar',
      'postgres',
      'zod',
      'node:',
      '@electric-sql/',
    ].concat(
      // Bundles the thread of the embedded database when it runs from the source.
      'esbuild',
    ),
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
    mayImport: [
      'src/auth/',
      'src/ops/',
      'protocol/',
      '@simplewebauthn/server',
      '@simplewebauthn/server/helpers',
      'dataloader',
      'jose',
      'zod',
      'node:',
    ],
    mayImportTypesOf: ['src/store/'],
  },
  { of: ['src/mail/'], mayImport: ['src/mail/', 'src/ops/', 'nodemailer', 'node:'] },
  { of: ['src/tournament/'], mayImport: ['src/tournament/', 'src/match/', 'protocol/', 'temporal-polyfill'] },
  {
    of: ['src/data-file/'],
    mayImport: [
      'src/data-file/',
      'src/tournament/',
      'src/auth/',
      'src/store/',
      'src/match/',
      'src/ops/',
      'protocol/',
      'zod',
      'node:',
    ],
    mayImportTypesOf: ['postgres'],
  },
  {
    of: ['src/resources/'],
    mayImport: ['src/resources/', 'src/store/', 'src/match/', 'src/ops/', 'protocol/', 'node:'],
    mayImportTypesOf: ['zod'],
  },
  {
    of: ['src/webhooks/'],
    mayImport: ['src/webhooks/', 'src/store/', 'src/match/', 'src/ops/', 'protocol/', 'node:'],
    mayImportTypesOf: ['src/auth/'],
  },
  {
    of: ['src/http/'],
    mayImport: [
      'src/http/',
      'src/resources/',
      'src/auth/',
      'src/live/',
      'src/store/',
      'src/match/',
      'src/ops/',
      'protocol/',
      'uWebSockets.js',
      'lru-cache',
      'negotiator',
      'zod',
      'node:',
    ],
    mayImportTypesOf: ['src/webhooks/'],
  },
  {
    of: ['src/web/'],
    mayImport: [
      'src/web/',
      'src/http/',
      'src/resources/',
      'src/auth/',
      'src/live/',
      'src/store/',
      'src/match/',
      'src/ops/',
      'src/mail/',
      'protocol/',
      'preact',
      'preact/',
      'preact-render-to-string',
      'marked',
      'yaml',
      'zod',
      'node:',
      'lru-cache',
      'ical-generator',
      '@resvg/resvg-wasm',
      'temporal-polyfill',
      'papaparse',
      'fflate',
      'read-excel-file/universal',
      // The server, the page and the form that makes a page's address share its parser.
      'src/browser/screen/options.ts',
      'src/browser/overlay/options.ts',
      'src/browser/builder/fields.ts',
      'src/browser/builder/moments.ts',
      'src/browser/overlay/css-variables.ts',
      'src/browser/design/',
      'src/browser/shared/language.ts',
      'src/browser/shared/languages.ts',
      'src/browser/shared/page-languages.ts',
      'src/browser/shared/monitor-languages.ts',
      'src/browser/shared/words.ts',
      'src/browser/shared/place-languages.ts',
      'src/browser/shared/place-names.ts',
      // Public pages and screens tell a match in the same words.
      'src/browser/shared/entries.ts',
      'src/browser/shared/entry-line.tsx',
      'src/browser/shared/kicks.ts',
      'src/browser/shared/match-status.ts',
      'src/browser/shared/player-key.ts',
      'src/browser/shared/whole-words.tsx',
      'src/browser/shared/heading.ts',
      'src/browser/shared/side.ts',
      'src/browser/shared/colors.ts',
      'src/browser/shared/sending-off.ts',
      'src/browser/shared/counted.ts',
      'src/browser/shared/goal-difference.ts',
      'src/browser/shared/sponsors.ts',
      'src/browser/embed/score.ts',
      'src/browser/shared/qr.ts',
      'src/browser/shared/theme.ts',
      'src/browser/shared/fonts.ts',
    ],
    mayImportTypesOf: ['src/webhooks/'],
  },
  {
    of: ['src/browser/'],
    mayImport: [
      // Offline, the console continues a match with the same table as the server.
      'src/browser/',
      'src/match/clock.ts',
      'src/match/lifecycle.ts',
      'protocol/',
      'preact',
      'preact/',
      '@noble/hashes/',
      '@simplewebauthn/browser',
      'zod/mini',
      'idb',
      'uqr',
    ],
  },
  {
    of: ['src/config.ts', 'src/settings.ts'],
    mayImport: [
      'src/ops/',
      'src/cluster/redis-urls.ts',
      'src/mail/smtp-settings.ts',
      'src/settings.ts',
      'src/production-checks.ts',
      'zod',
      'node:',
    ],
  },
  { of: ['src/production-checks.ts'], mayImport: [] },
  { of: ['src/supervisor.ts'], mayImport: ['src/cluster/', 'src/ops/', 'node:'] },
  {
    of: ['src/listeners.ts'],
    mayImport: ['protocol/'],
    mayImportTypesOf: ['src/auth/', 'src/cluster/', 'src/data-file/', 'src/live/', 'src/resources/', 'src/webhooks/'],
  },
  {
    of: ['src/gateway.ts', 'src/live-parts.ts', 'src/main.ts', 'src/cli/'],
    mayImport: ['src/', 'protocol/', 'esbuild', 'zod', 'node:'],
  },
];
