// Which tests run when: the arguments for the test runner.

/** These check our sources and documents: no result follows from the time. */
const FILE_TESTS = ['architecture', 'committed', 'documents', 'regular-expressions', 'rules'];
/** V8 optimises a function later: most code of tests runs a few times. Node.js 24 has no such option. */
const RARELY_OPTIMISED = parseInt(process.versions.node) < 24 ? ['--execArgv=--interrupt-budget=1000000'] : [];
/** The embedded databases of tests live for seconds: to optimise their code takes longer than it saves. */
const SHORT_LIVED = [...RARELY_OPTIMISED, '--execArgv=--liftoff-only'];
/** The unit tests. They leave nothing behind, so one process runs many files. */
export const UNIT_TESTS = [
  ...['--isolate=false', ...RARELY_OPTIMISED],
  ...['**/*.{io,page,cluster}.test.ts', `**/{${FILE_TESTS.join(',')}}.test.ts`].flatMap((glob) => ['--exclude', glob]),
];
/** The longest of them: they read no clock, so one moved clock is enough for them. */
export const CLOCKLESS = [
  'match/{long-matches,real-matches,limits}',
  'live/kept-deltas',
  'auth/passwords',
  'data-file/parts',
];
/** Where properties have had their many runs already. */
export const FEW_RUNS = { FC_RUNS: '3' };
/** It counts calls of functions in the middle of a gateway, which must not be loaded before. */
export const MOCKING = 'test/live/path.io.test.ts';
const SLOWEST = 'test/cluster/kill.cluster.test.ts';
const FAILOVER = 'test/store/failover.cluster.test.ts';
const WEBHOOKS = 'test/webhooks/kill.cluster.test.ts';
const SUPERVISOR = 'test/supervisor.cluster.test.ts';
/** What may run beside other tests, in a process of its own: none measures times below 5 seconds. */
export const LONE_TESTS = [SLOWEST, SUPERVISOR, FAILOVER, WEBHOOKS, MOCKING];
/** They measure how soon many screens are up to date, too. */
const TIMED_TESTS = ['test/live/storm.io.test.ts', 'test/live/stuck-readers.io.test.ts'];
/** Only time tells a fault from a busy machine, so these tests run one file after the other, beside nothing of their priority. */
export const FAULT_TESTS = [
  '.cluster.test.ts',
  ...TIMED_TESTS,
  ...[SLOWEST, SUPERVISOR, FAILOVER, WEBHOOKS].flatMap((file) => ['--exclude', file]),
  '--no-file-parallelism',
];
/** `npm run test:long`: whole matches, pictures, pages in other languages, packages and programs of others. CI has no time for them. */
export const LONG_TESTS = [
  'test/browser/console/layout.page.test.ts',
  'test/browser/console/match.page.test.ts',
  'test/browser/console/token.page.test.ts',
  'test/browser/design-layout.page.test.ts',
  'test/browser/design.page.test.ts',
  'test/browser/design-sections.page.test.ts',
  'test/browser/languages.page.test.ts',
  'test/browser/overlay/layout.page.test.ts',
  'test/browser/overlay/steady.page.test.ts',
  'test/browser/overlay/upright.page.test.ts',
  'test/browser/screen/faces.page.test.ts',
  'test/browser/screen/layout.page.test.ts',
  'test/browser/screen/look.page.test.ts',
  'test/browser/screen/shapes.page.test.ts',
  'test/cli/backup.io.test.ts',
  'test/cli/demo/demo.io.test.ts',
  'test/cli/demo/demo.page.test.ts',
  'test/cli/set-password.io.test.ts',
  'test/examples/examples.page.test.ts',
  'test/http/proxies.io.test.ts',
  'test/loadtest/run.io.test.ts',
  'test/ops/image.io.test.ts',
  'test/ops/rolling-restart.io.test.ts',
  'test/ops/rolling-upgrade.io.test.ts',
  'test/ops/systemd-unit.io.test.ts',
  'test/packages/client.page.test.ts',
  'test/store/schema/every-step.io.test.ts',
  'test/web/docs/docs.page.test.ts',
  'test/web/integrations/integrations.page.test.ts',
  'test/web/manage/games/journey.page.test.ts',
  'test/web/manage/squad/squad.page.test.ts',
  'test/web/manage/tournament/tournament.page.test.ts',
  'test/web/account/links.page.test.ts',
  'test/web/account/passkeys.page.test.ts',
  'test/web/connect.page.test.ts',
  'test/web/public/pages.page.test.ts',
  'test/web/accessible-pages.page.test.ts',
  'test/web/home.page.test.ts',
];
/** They try our own logic and measure no time, so they may run beside tests with faults. */
const LOGIC_FOLDERS = ['test/data-file/', 'test/http/api/', 'test/resources/', 'test/web/'];
const LOGIC_FILES = [
  'test/cli/import.io.test.ts',
  'test/cli/replay/replay.io.test.ts',
  'test/live/real-matches.io.test.ts',
  'test/live/retention.io.test.ts',
  'test/store/schema/migrate.io.test.ts',
];
const NO_IO_TESTS = '**/!(*.io).test.ts';
export const LOGIC_TESTS = [
  ...LOGIC_FOLDERS,
  ...LOGIC_FILES,
  '--isolate=false',
  ...SHORT_LIVED,
  '--exclude',
  NO_IO_TESTS,
];
/** All others. A process loads the gateway once for all its files. */
export const OTHER_TESTS = [
  ...['.io.test.ts', '.page.test.ts', ...FILE_TESTS.map((name) => `/${name}.test.ts`)],
  ...['--isolate=false', ...SHORT_LIVED, '--exclude', MOCKING],
  ...[...LONG_TESTS, ...TIMED_TESTS].flatMap((file) => ['--exclude', file]),
];

/** Those of them that run on Node.js 24 too, beside the long ones: they need neither a browser nor npm nor programs that its root has not. */
export const PLAIN_TESTS = [
  ...OTHER_TESTS,
  ...[
    '**/{*.page,sbom.io,deploy-samples.io,retries.io}.test.ts',
    ...LOGIC_FILES,
    ...LOGIC_FOLDERS.map((folder) => `${folder}**`),
  ].flatMap((file) => ['--exclude', file]),
];
/**
 * Those that stay for the Node.js of the machine while the plain ones run on Node.js 24: the rest, and connections, sockets and the
 * live channel, in which the two may differ.
 */
export const TESTS_BESIDE_NODE24 = [
  ...[
    'test/http/',
    'test/live/',
    '.page.test.ts',
    'sbom.io.test.ts',
    'deploy-samples.io.test.ts',
    'retries.io.test.ts',
  ],
  ...['--isolate=false', ...SHORT_LIVED],
  ...[
    ...['**/!(*.io|*.page).test.ts', 'test/http/api/**', MOCKING],
    ...[...LOGIC_FILES, ...LONG_TESTS, ...TIMED_TESTS],
  ].flatMap((file) => ['--exclude', file]),
];
