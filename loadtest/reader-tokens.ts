// The credentials of boards: many apps of one user, because one credential may make 1,000 requests a second.
const APPS = 200;

export const readerToken = (board: number): string => `load-test-board-app-${board % APPS}`;

/** The rows of the data file for a user who may read everything in it. */
export const readerTokens = (user_id: number) =>
  Array.from({ length: APPS }, (_, app) => ({
    kind: 'connected_app' as const,
    app_name: `Boards ${app}`,
    user_id,
    token: readerToken(app),
  }));
