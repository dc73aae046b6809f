// The numbers of docs/security.md are those of the program.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

/** The number in the text after `pattern`: a product such as `64 * 1_024`. */
function numberIn(file: string, pattern: string): number {
  const [, product = ''] = new RegExp(`${pattern}([\\d_]+(?: \\* [\\d_]+)*)`).exec(read(file)) ?? [];
  const value = product.split(' * ').reduce((result, factor) => result * Number(factor.replaceAll('_', '')), 1);
  if (product === '') throw new Error(`${file} has no number after ${pattern}`);
  return value;
}
const constant = (file: string, name: string): number => numberIn(file, `const ${name}(?:: \\w+)? = `);
/** The numbers of a `BucketLimit`. */
const bucket = (file: string, name: string): { readonly perSecond: number; readonly burst: number } => ({
  perSecond: numberIn(file, `${name}: BucketLimit = \\{ perSecond: `),
  burst: numberIn(file, `${name}: BucketLimit = \\{ perSecond: [\\d_]+, burst: `),
});

const KIB = 1_024;
const MIB = KIB * KIB;
const n = (value: number): string => value.toLocaleString('en');

/** The cells of all rows with a limit: what, number, and what is beyond it. A row may go on in the next line. */
const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const GUARD = 'src/auth/credential-guard.ts';
const SIGN_IN = 'src/auth/sign-in.ts';
const LINKS = 'src/web/account/account-links.ts';
const PASSKEYS = 'src/web/account/passkey-store.ts';
const READS = 'src/web/public/read-limit.ts';
const BODY = 'src/http/core/request-body.ts';
const NEGOTIATION = 'src/http/core/negotiation.ts';
const TABLE = 'src/web/manage/squad/table-reader.ts';
const ADMISSION = 'src/http/admission.ts';
const TIMING = 'src/live/timing.ts';
const SOCKET = 'src/http/socket.ts';
const FRAMES = 'src/live/frame-allowance.ts';
const MATCH = 'src/match/validation.ts';
const READ_TURNS = 'src/http/api/read-turns.ts';
const PAGE_TURNS = 'src/web/page-turns.ts';
const LOG_STATES = 'src/http/api/log-states.ts';
const LINEUPS = 'protocol/rest/lineups.ts';
const POST = 'src/webhooks/post.ts';

const { perSecond, burst } = bucket('src/auth/rate-limit.ts', 'RATE_LIMIT');
const pages = bucket(READS, 'PAGE_LIMIT');
const pictures = bucket(READS, 'PICTURE_LIMIT');
const made = bucket('src/web/made-pages.ts', 'MADE_PAGES');
const forms = bucket('src/web/form-limit.ts', 'LARGE_FORMS');
const changes = bucket('src/data-file/change-allowance.ts', 'CHANGES');
const channels = bucket('src/http/api/live.ts', 'CHANNELS');
const lineups = bucket('src/http/api/lineups.ts', 'CHANGES');
const frames = `${constant(FRAMES, 'FRAMES_PER_SECOND')} a second, bursts of ${constant(FRAMES, 'FRAMES_BURST')}`;
const tries = `in ${constant(SIGN_IN, 'TRIES_MINUTES')} minutes`;
const seconds = (file: string, pattern: string): string => `${numberIn(file, pattern) / 1_000} seconds`;

test.each<readonly [limit: string, number: string]>([
  ['requests of a credential or a user', `${n(perSecond)} a second, bursts of ${n(burst)}`],
  ['answers that wait, of all clients', `${constant('src/http/core/waiting-answers.ts', 'WAITING_BYTES') / MIB} MiB`],
  ["a page of a match's log", `ends when it has ${constant(LOG_STATES, 'PAGE_LENGTH') / MIB} MiB`],
  [
    'past states of logs that wait',
    `${n(numberIn(LOG_STATES, 'waiting: '))}, of one credential ${numberIn(LOG_STATES, 'waitingOfOne: ')}`,
  ],
  [
    'pages of logs, past games and a',
    `${n(numberIn(READ_TURNS, 'waiting: '))}, of one credential ${numberIn(READ_TURNS, 'waitingOfOne: ')}`,
  ],
  ['… channels of new ones, by REST', `${n(channels.burst)} at once, then ${channels.perSecond} a second`],
  [
    '… a large answer to a GET counts',
    `one more for each full ${constant('src/auth/rate-limit.ts', 'ANSWER_BYTES') / KIB} KiB`,
  ],
  ['… a large body counts', `one more for each full ${constant('src/auth/rate-limit.ts', 'BODY_BYTES') / KIB} KiB`],
  ['values in a frame', n(constant('src/live/frame.ts', 'VALUES_MAX'))],
  ['values in a JSON body', n(constant('src/http/core/json-body.ts', 'VALUES_MAX'))],
  ['… a page for a signed-in user', `counts as ${constant('src/auth/rate-limit.ts', 'PAGE_REQUESTS')} requests`],
  ['bad credentials of one address', `${constant(GUARD, 'BAD_MAX')} in a minute`],
  ['… unknown ones, looked up at once', n(constant(GUARD, 'FLIGHTS_MAX'))],
  ['… then: unknown credentials', `${bucket(GUARD, 'WHILE_BLOCKED').perSecond} look-ups a second`],
  ['… then: view tokens that we signed', `${bucket(GUARD, 'CHECKS').perSecond} signatures a second`],
  ['wrong passwords of an account', `${constant(SIGN_IN, 'ACCOUNT_TRIES')} ${tries}`],
  ['wrong passwords of an address', `${constant(SIGN_IN, 'ADDRESS_TRIES')} ${tries}`],
  ['refused passkeys of an address', `${constant(PASSKEYS, 'TRIES')} in 15 minutes`],
  ['links to a password for an address', `${constant(LINKS, 'ASKED_FOR_ADDRESS')} in 15 minutes`],
  ['links to a password from a network', `${constant(LINKS, 'ASKED_FROM_NETWORK')} in 15 minutes`],
  ['mails with them to one account', `${constant(LINKS, 'MAILED_TO_ACCOUNT')} in 15 minutes`],
  ['… from a browser that it knows', `${constant(LINKS, 'MAILED_TO_BROWSER')} more`],
  ['links that staff of one club or', `${constant('src/store/invitations.ts', 'MADE_IN_RESOURCE')} in 15 minutes`],
  ['changes of a club or tournament', `${changes.burst} at once, then ${changes.perSecond} a second`],
  ['public pages looked up for one', `${pages.perSecond} a second, bursts of ${pages.burst}`],
  ['other pages made for one address,', `${made.perSecond} a second, bursts of ${made.burst}`],
  ['pictures of public pages looked up', `${pictures.perSecond} a second, bursts of ${pictures.burst}`],
  ['pictures that wait to be drawn', n(constant('src/web/public/drawing.ts', 'WAITING_MAX'))],
  ['view tokens of one maker', n(constant('src/store/view-tokens.ts', 'VIEW_TOKENS_MAX'))],
  ['time for a request, and its answer', seconds('src/http/core/exchange.ts', 'SLOW_MS = ')],
  [
    'pages of one signed-in user that',
    `${numberIn(PAGE_TURNS, 'waiting: ')}; ${numberIn(PAGE_TURNS, 'atOnce: ')} are made at once`,
  ],
  ['requests in a row, without waiting', `${constant('src/http/core/turn.ts', 'AT_ONCE_MAX')} in one turn`],
  ['`Accept-Encoding`, `…-Language`', `${n(constant(NEGOTIATION, 'PREFERENCES_MAX'))} characters`],
  ['parameters of a query', n(constant('src/http/core/request-head.ts', 'PARAMETERS_MAX'))],
  [
    'entries of a header; its cookies',
    `${constant(NEGOTIATION, 'ENTRIES_MAX')}; ${constant('src/http/core/cookies.ts', 'COOKIES_MAX')}`,
  ],
  [
    'a request body',
    `${constant(BODY, 'API_BODY_LIMIT') / MIB} MiB; a data file: ${constant(BODY, 'DATA_FILE_LIMIT') / MIB} MiB`,
  ],
  [
    '… its parts (chunks or packets)',
    `${n(constant(BODY, 'PARTS_MAX'))}, and 1 for each ${constant(BODY, 'PART_BYTES')} bytes`,
  ],
  [
    "a form of a page; of a club's game",
    `${constant('src/http/core/form-body.ts', 'FORM_BODY_LIMIT') / KIB} KiB; ` +
      `${constant('src/web/manage/games/routes.ts', 'FORM_BYTES') / KIB} KiB`,
  ],
  ["a form with a squad's table", `its file ${constant(TABLE, 'FILE_BYTES_MAX') / MIB} MiB`],
  ['forms with more than 16 KiB, of', `${forms.burst} at once, then one a second`],
  [
    "a squad's table, read in a thread",
    `${constant(TABLE, 'DEADLINE_MS') / 1_000} s, ${constant(TABLE, 'MEMORY_MB')} MB; ` +
      `unpacked ${constant(TABLE, 'UNPACKED_MAX') / MIB} MiB`,
  ],
  [
    '… two at once; then waiting',
    `${numberIn(TABLE, 'atOnce: 2, waiting: ')}, of one person ${numberIn(TABLE, 'waitingOfOne: ')}`,
  ],
  ['connections of a node', n(constant('src/config.ts', 'MAX_CONNECTIONS_DEFAULT'))],
  ['connections of one address', n(numberIn('src/settings.ts', 'MAX_CONNECTIONS_PER_ADDRESS: \\w+\\(\\w+, '))],
  ['… of these without a credential yet', n(constant(ADMISSION, 'UNIDENTIFIED_MAX'))],
  ['time for the first `auth` frame', seconds(TIMING, 'authMs: ')],
  ['frames of a client', frames],
  ['unanswered frames of one network', `${constant('src/live/frame-turns.ts', 'NETWORK_BYTES') / MIB} MiB`],
  ['size of a frame', `${constant('protocol/wire/up.ts', 'FRAME_MAX_BYTES') / KIB} KiB`],
  ['a message that has no end yet', `${constant(SOCKET, 'MESSAGE_MAX') / KIB} KiB`],
  ['… without a credential at the start', `${constant(SOCKET, 'MESSAGE_MAX_UNIDENTIFIED') / KIB} KiB`],
  ['handshakes of one address', `${n(constant(ADMISSION, 'HANDSHAKES_PER_SECOND'))} a second, bursts of`],
  ['pings and pongs', frames],
  ['subscriptions of a connection', n(constant('protocol/wire/subscriptions.ts', 'SUBSCRIPTIONS_MAX'))],
  ['answers to a connection that', `${numberIn('src/live/answer-allowance.ts', 'burst: ') / MIB} MiB at once, then`],
  ['data that waits for a slow reader', `${constant(SOCKET, 'BACKPRESSURE_MAX') / KIB} KiB and one message`],
  ['time that a slow reader may take', seconds(TIMING, 'stuckMs: ')],
  [
    'deltas for a client that comes back',
    `${n(constant(TIMING, 'KEPT_DELTAS_MAX'))}, or those of ${numberIn(TIMING, 'keepMs: ') / 60_000} minutes`,
  ],
  ['markers of a match or game', n(constant(MATCH, 'MARKERS_MAX'))],
  ['… with lifecycle markers', n(constant(MATCH, 'ALL_MARKERS_MAX'))],
  ['… with the ones cleared by a reset', n(constant(MATCH, 'STORED_MAX'))],
  ['`PATCH goals`', `${constant('protocol/rest/game-result.ts', 'GOALS_MAX')} entries`],
  ['a text on air', `${constant('protocol/rest/air.ts', 'AIR_TEXT_MAX')} characters`],
  ['time that an item is on air', `${numberIn('protocol/rest/air.ts', 'STAYS_S = ') / 3_600} hours`],
  ['a minute', `${constant('protocol/wire/minute.ts', 'MINUTE_MAX')} characters`],
  ['`details` of a 422', n(constant('src/ops/problem.ts', 'DETAILS_MAX'))],
  ['changes of a line-up', `${lineups.burst} at once, then ${lineups.perSecond} a second`],
  ['fill-ins of a match or game', n(constant(LINEUPS, 'FILL_INS_MAX'))],
  ['numbers in one change', n(constant(LINEUPS, 'NUMBERS_MAX'))],
  ['themes of a club or tournament', n(constant('src/store/themes.ts', 'THEMES_MAX'))],
  ['webhooks of a club or tournament', n(constant('protocol/rest/webhook.ts', 'WEBHOOKS_MAX'))],
  ['time for an attempt', seconds(POST, 'ATTEMPT_MS = ')],
  [
    'bytes of an answer that are read',
    `${constant(POST, 'ANSWER_BYTES') / KIB} KiB; ${n(constant(POST, 'ANSWER_KEPT'))} characters`,
  ],
  [
    'matches that a node sends for',
    `${constant('src/webhooks/worker.ts', 'PARALLEL_MAX')}, of one webhook ${constant('src/webhooks/worker.ts', 'PARALLEL_OF_ONE')}`,
  ],
  ['changes in the log of a match', n(constant('src/webhooks/log-messages.ts', 'LOG_MAX'))],
])('docs/security.md has the limit of %s as it is: %s', (limit, number) => {
  const found = rows.filter(([, label]) => label === limit).map(([, , cell]) => cell);
  expect(found).toEqual([expect.stringContaining(number)]);
});
