/** What a token is for: `account` is a connected app, a key belongs to one club or one tournament. */
export type TokenKind = 'account' | 'club' | 'tournament';
