// The credentials of boards and readers: many apps of one user, because one credential may make 1,000 requests a second.
const APPS = 200;

export const readerToken = (board: number): string => `load-test-board-app-${board % APPS}`;

/** The tokens that one of `readers` clients takes turns with, so that it may ask more often. */
export const tokensInTurn = (reader: number, readers: number): readonly string[] =>
  Array.from({ length: Math.floor(APPS / readers) }, (_, turn) => readerToken(reader + turn * readers));

/** The rows of the data file for a user who may read everything in it. */
export const readerTokens = (user_id: number) =>
  Array.from({ length: APPS }, (_, app) => ({
    kind: 'connected_app' as const,
    app_name: `Boards ${app}`,
    user_id,
    token: readerToken(app),
  }));
