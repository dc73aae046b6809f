// The guide's section on the connection flow.
import { APP_NAME_MAX, CONNECT_PATH, REDIRECT_URI_MAX, STATE_MAX } from '../../../protocol/rest/connect.ts';
import { type Block, list, type Section, table, text } from './blocks.ts';

const example = (baseUrl: string): Block => ({
  kind: 'code',
  language: 'text',
  code: `${baseUrl}${CONNECT_PATH}?app_name=Score%20Phone&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&state=af0ifjs`,
});

/** `baseUrl`: where the service is reached, without a slash at its end. */
export const connecting = (baseUrl: string): Section => ({
  id: 'connecting',
  title: 'Connecting your app',
  blocks: [
    text("Your app gets a user's token by a redirect. Send the user's browser to:"),
    example(baseUrl),
    table(
      ['parameter', 'rule'],
      [
        ['`app_name`', `required; the name that the user sees, ${APP_NAME_MAX} visible characters at most`],
        [
          '`redirect_uri`',
          `required, ${REDIRECT_URI_MAX} characters at most; begins with \`https://\` (outside production also ` +
            '`http://localhost`, `http://127.0.0.1` and `http://[::1]`, with any port), plain ASCII, without user name ' +
            'and password, and not an address of this service',
        ],
        ['`state`', `optional, ${STATE_MAX} characters at most; comes back unchanged`],
      ],
    ),
    text(
      'The user signs in if needed, sees the name and address of your app and the clubs and tournaments that it will ' +
        'reach, and confirms once. Then the browser opens `redirect_uri`, with these parameters added to its query:',
    ),
    table(
      ['parameter', 'what it is'],
      [
        ['`api_key`', 'the connected app token: keep it on your server'],
        ['`resource_type`', 'always `account`'],
        ['`user_name`', "the user's name"],
        ['`club_count`, `tournament_count`', 'what the token reaches now; `GET /api/v1/resources` names them'],
        ['`state`', 'yours, where you sent one'],
      ],
    ),
    list(
      'A user who cancels comes back with `error=access_denied` (and `state`) instead.',
      'An app is identified by its `app_name` and the origin of its `redirect_uri`. Connecting the same user and app ' +
        'again returns the same token. After a disconnection it returns a new one.',
      'Owners and moderators of a club, organizers of a tournament, the staff of its host club, and administrators can ' +
        'connect apps. A user who manages nothing gets a page that says so, with a link back.',
      'Use a `state` that only this browser knows, and check it. This prevents an attacker from giving your users ' +
        'the token of another user.',
      'The address of your callback contains the token. Answer with a redirect, so that it does not stay in the history.',
      'A wrong parameter shows a page (400) that says what to change. It never redirects.',
    ),
  ],
});
