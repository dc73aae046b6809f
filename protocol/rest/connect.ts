// The address and limits of the connection flow, and its entry in the OpenAPI document. It is a page for people, so it is
// not in the table of endpoints.

export const CONNECT_PATH = '/api/auth/connect';
/** Limits in characters. */
export const APP_NAME_MAX = 80;
export const REDIRECT_URI_MAX = 2_000;
export const STATE_MAX = 2_000;

const parameter = (name: string, description: string, maxLength: number, required = true) => ({
  name,
  in: 'query',
  required,
  description,
  schema: { type: 'string', maxLength },
});
const page = { 'text/html': { schema: { type: 'string' } } };

/** The path item of `GET /api/auth/connect`. */
export const connectPathItem = {
  get: {
    operationId: 'connectApp',
    summary: 'Send a user here to connect your app',
    description:
      'A page for the browser of a user, not for calls from code. The user signs in if needed, sees the name and address ' +
      'of the app and what it will access, and confirms once. Then the browser goes to `redirect_uri` with these ' +
      'parameters added to its query: `api_key` (the connected app token), `resource_type` (always `account`), ' +
      '`user_name`, `club_count`, `tournament_count`, and `state` if the app sent it. If the user cancels, the browser ' +
      'goes there with `error=access_denied` (and `state`). The same user and app get the same token until it is ' +
      'revoked. The name and the origin of the `redirect_uri` identify an app.',
    tags: ['Account'],
    security: [],
    parameters: [
      parameter(
        'app_name',
        'The name that the user sees: visible characters only, no control or formatting characters.',
        APP_NAME_MAX,
      ),
      parameter(
        'redirect_uri',
        'Where the browser goes next. It starts with https:// (outside production also http://localhost, ' +
          'http://127.0.0.1 and http://[::1]), has no user name, and is not an address of this service.',
        REDIRECT_URI_MAX,
      ),
      parameter('state', 'Comes back unchanged. Bind it to the browser session and check it.', STATE_MAX, false),
    ],
    responses: {
      200: { description: 'The page that asks the user.', content: page },
      303: {
        description: 'The user must sign in first, and then comes back here.',
        headers: { Location: { description: 'The sign-in page.', schema: { type: 'string' } } },
        content: page,
      },
      400: {
        description: 'A page that tells the developer of the app what to change. It does not redirect.',
        content: page,
      },
      403: {
        description: 'A page that says that the user manages no club and no tournament to connect.',
        content: page,
      },
      503: { description: 'The store is not reachable.', content: page },
    },
  },
};
