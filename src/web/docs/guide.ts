// The guide for developers, from the first call to the live channel.
import { list, type Section, table, text } from './blocks.ts';
import { connecting } from './connecting.ts';
import * as snippets from './snippets.ts';
import { closeCodeRows, endpointRows, enumerations, type Limits, limitRows, liveErrorRows } from './reference.ts';

export type GuideOptions = {
  /** The public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly limits: Limits;
};

/** Every section of the guide, in order. */
export const guide = ({ baseUrl, limits }: GuideOptions): readonly Section[] => [
  {
    id: 'first-call',
    title: 'The first call, in five minutes',
    blocks: [
      text(
        'You need a key: an owner of the club generates one at `/clubs/{club_slug}/integrations`. No server at hand? ' +
          '`npm run demo` starts one with clubs, a tournament and a match being played, and prints its keys.',
      ),
      snippets.setup(baseUrl),
      text('Get your club, with its players and its next games.'),
      snippets.firstCall,
      text('Take the next game.'),
      snippets.chooseGame,
      text(
        'Kick off, and score. You choose the `id`: a UUID for each event. After a lost answer, send it again: nothing ' +
          'counts twice. The first answer is 201, later ones are 200.',
      ),
      snippets.kickOff,
      snippets.goal,
      text('Was the goal disallowed? Delete it, and the score follows.'),
      snippets.takeBack,
      text('To record only the result, set the scores. Scores and goals are independent of each other.'),
      snippets.setScores,
      text('Try every call in the browser: [interactive documentation](/api/docs/interactive).'),
    ],
  },
  {
    id: 'tokens',
    title: 'Tokens',
    blocks: [
      text('Every call carries `Authorization: Bearer <API_KEY>`. Five kinds of token exist:'),
      table(
        ['token', 'reaches', 'where it comes from'],
        [
          [
            'connected app token',
            'every club and tournament that its user manages, on explicit paths',
            'its user connects the app: one for each user and app',
          ],
          [
            'club key',
            'one club, on both kinds of path; matches its club is authorized for',
            'an owner of the club generates it on the integrations page: one for each club',
          ],
          [
            'tournament key',
            'one tournament, on both kinds of path',
            'an organizer, or the staff of the host club, generates it on the integrations page: one for each tournament',
          ],
          ['older app token', 'one club or one tournament, as its key', 'a connection from before the connection flow'],
          [
            'view token',
            'the live channels that it names; reading only',
            '`POST /api/v1/view_tokens`, or the form on an integrations page',
          ],
        ],
      ),
      text(
        '**Explicit paths** name the resource: `/api/v1/clubs/{club_slug}/…`, `/api/v1/tournaments/{tournament_slug}/…`. ' +
          '**Legacy paths** take it from the key: `/api/v1/club…`, `/api/v1/games/…`, `/api/v1/tournament…`. A connected app ' +
          'token reaches several resources, so it works on explicit paths only.',
      ),
      text(
        'With a connected app token, call `GET /api/v1/resources` first: it lists the slugs that the token reaches.',
      ),
      text(
        'Rights apply at once: when a user stops managing a club, the token loses access to it. ' +
          'Do not put keys into addresses or pages. For a screen or an overlay, make a view token.',
      ),
      snippets.viewToken,
    ],
  },
  connecting(baseUrl),
  {
    id: 'integrations',
    title: 'Integrations pages',
    blocks: [
      text(
        'People who sign in manage keys, apps and view tokens at `/clubs/{club_slug}/integrations` and ' +
          '`/tournaments/{tournament_slug}/integrations`. Users disconnect their own apps at `/me/apps`.',
      ),
      table(
        ['on the page', 'club: owner', 'club: moderator', 'tournament: organizer, host club staff'],
        [
          ['generate, regenerate, revoke the key', 'yes', 'no', 'yes'],
          ['see the connected apps, with their last use', 'yes', 'yes', 'yes'],
          ['disconnect an app', 'yes', 'their own', 'yes'],
          ['make, see and revoke view tokens', 'yes', 'yes', 'yes'],
          ['see who did what', 'yes', 'yes', 'yes'],
        ],
      ),
      list(
        'A key is shown once. Regenerating it ends the old key at once: requests get 401, and its connections close with 4401. Connections with view tokens made with it close too.',
        'Disconnecting an app ends only its token, in every club and tournament that it reached. The user may connect it again; it then gets a new token.',
        'A view token ends when it expires, when it is revoked, or when its maker ends: the API token, or the right of the person who used the form. A maker may have 10,000 view tokens at a time; more get 429.',
        'The page shows the last use of a token to the minute, and for a view token also the address it came from.',
      ),
    ],
  },
  {
    id: 'polling',
    title: 'Polling well',
    blocks: [
      text(
        'Each answer to a GET has an `ETag`. Send it back as `If-None-Match`: while nothing has changed you get 304 ' +
          'without a body, which is cheap. Accept gzip or brotli. After a write is acknowledged, the next GET shows it.',
      ),
      snippets.poll,
      snippets.pollInCode,
      list(
        'Poll a score every 5 to 10 seconds. For faster updates, use the [live channel](#live).',
        '`GET /api/v1/live/{channel}` returns the whole live state of one match: clock, score, cards, statistics.',
        'On 429 and 503, wait for the seconds in `Retry-After`.',
        'Ignore unknown fields: answers may get new ones.',
      ),
    ],
  },
  {
    id: 'live',
    title: 'The live channel',
    blocks: [
      text(
        `One WebSocket, \`${baseUrl.replace(/^http/, 'ws')}/api/v1/live\`, carries any number of scoreboards: the whole state ` +
          'once, then small patches. Every change is stored before it is sent. [/api/asyncapi.json](/api/asyncapi.json) ' +
          'describes the frames.',
      ),
      table(
        ['channel', 'what it carries'],
        [
          ['`game:{game_id}`', 'everything live about one club game'],
          ['`match:{match_id}`', 'everything live about one tournament match'],
          ['`club:{club_slug}`', "score, clock and status of each of the club's games"],
          ['`tournament:{tournament_slug}`', 'the same for each match of the tournament'],
        ],
      ),
      text('A complete client that stays correct through lost connections:'),
      snippets.follow,
      list(
        'A `snapshot` replaces what you hold. A `delta` with a `seq` at or below yours is ignored; one whose `from` (left out: `seq` − 1) is your `seq` is applied; any other is a gap: subscribe again with `since`.',
        'The state leaves out fields without a value: absent means null.',
        "The clock never ticks on the wire: show `elapsed_ms + (now − as_of)` while `running`, with `now` the server's time, estimated from `welcome` and `pong`.",
        'The credential comes in the `Authorization` header, in the query parameter `token` (view tokens in browsers), or in a first frame `auth`.',
      ),
      text('Error frames have a `code`:'),
      table(['code', 'what to do'], liveErrorRows),
      text('The server closes the socket with one of these codes:'),
      table(['code', 'why', 'what to do'], closeCodeRows),
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    blocks: [
      text(
        'Every error is JSON: `error` says what is wrong, `hint` (not always there) what to do. A 422 has `details`, a list of ' +
          '`{path, message}` that names each place in the body. They are checked in this order: path, method, token, reach, ' +
          'existence, body.',
      ),
      table(
        ['status', 'when', 'what to do'],
        [
          ['401', 'the token is missing, malformed, unknown, revoked or expired', 'get a new one'],
          [
            '403',
            'the token is good, but of the wrong kind or not for this resource (whether or not it exists)',
            'use the token of this resource',
          ],
          ['404', 'unknown path, game, match or marker', 'check the path'],
          [
            '400',
            'the framing of the request is not clear',
            'send one `Content-Length`, or `Transfer-Encoding: chunked`',
          ],
          ['405', 'the path does not take this method; `Allow` lists the methods', 'check the method'],
          ['413', 'the body is over the limit', 'send less at once'],
          [
            '422',
            'malformed JSON, a missing or wrong field, `limit` or `page` out of bounds',
            'correct the fields in `details`',
          ],
          ['429', 'too many requests', 'wait for `Retry-After` seconds'],
          ['500', 'the server failed on this', 'send it again; tell the operator of the service when it happened'],
          ['501', 'this transfer encoding is not supported', 'send `Transfer-Encoding: chunked`, or `Content-Length`'],
          [
            '503',
            'the database is not reachable; the write may have been stored',
            'send the same again, with the same id, after `Retry-After` seconds',
          ],
        ],
      ),
      text('An unknown player is not an error: the marker is stored, and the answer has `warnings`.'),
    ],
  },
  { id: 'limits', title: 'Limits', blocks: [table(['what', 'limit'], limitRows(limits))] },
  {
    id: 'values',
    title: 'All values',
    blocks: [
      text('Every field with a fixed list of values.'),
      table(
        ['field', 'values'],
        enumerations.map(({ field, values }) => [field, values.map((value) => `\`${value}\``).join(', ')]),
      ),
    ],
  },
  {
    id: 'endpoints',
    title: 'All endpoints',
    blocks: [
      text(
        'With bodies and answers: [openapi.json](/api/openapi.json), [openapi.yaml](/api/openapi.yaml), or ' +
          '[to try out](/api/docs/interactive).',
      ),
      table(['method', 'path', 'what it does'], endpointRows),
    ],
  },
];
