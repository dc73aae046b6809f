// The connection flow's address and limits, and its place in the OpenAPI document: it is
// a page for people, so it stands beside the table of endpoints.

export const CONNECT_PATH = '/api/auth/connect';
/** Characters. */
export const APP_NAME_MAX = 80;
export const REDIRECT_URI_MAX = 2_000;
export const STATE_MAX = 2_000;

const text = (description: string, maxLength: number) => ({ description, schema: { type: 'string', maxLength } });
const page = { 'text/html': { schema: { type: 'string' } } };

/** The path item of `GET /api/auth/connect`. */
export const connectPathItem = {
  get: {
    operationId: 'connectApp',
    summary: 'Send a user here to connect your app',
    description:
      'A page for the browser of a user, not for calls from code. The user signs in where needed, sees the name of the ' +
      'app, its address and what it will reach, and confirms once. Then the browser is sent to `redirect_uri` with these ' +
      'parameters behind the query that it has: `api_key` (the connected app token), `resource_type` (always `account`), ' +
      '`user_name`, `club_count`, `tournament_count`, and `state` where it was sent. A user who cancels is sent there ' +
      'with `error=access_denied` (and `state`). The same user and app get the same token as long as it is not revoked; ' +
      'an app is its name together with the origin of its `redirect_uri`.',
    tags: ['Account'],
    security: [],
    parameters: [
      {
        name: 'app_name',
        in: 'query',
        required: true,
        ...text('The name that the user sees: visible characters, none of control or formatting.', APP_NAME_MAX),
      },
      {
        name: 'redirect_uri',
        in: 'query',
        required: true,
        ...text(
          'Where the user goes on. It begins with https:// (outside production also http://localhost, http://127.0.0.1 ' +
            'and http://[::1]), has no user name, and is not an address of this service.',
          REDIRECT_URI_MAX,
        ),
      },
      {
        name: 'state',
        in: 'query',
        required: false,
        ...text('Comes back unchanged: tie it to the browser, and check it.', STATE_MAX),
      },
    ],
    responses: {
      200: { description: 'The page that asks the user.', content: page },
      303: {
        description: 'The user has to sign in first, and comes back here after that.',
        headers: { Location: { description: 'The sign-in page.', schema: { type: 'string' } } },
        content: page,
      },
      400: {
        description: 'A page that tells the developer of the app what to change. It leads nowhere.',
        content: page,
      },
      403: { description: 'A page that says that the user manages nothing that could be connected.', content: page },
      503: { description: 'The store is not reachable.', content: page },
    },
  },
};
