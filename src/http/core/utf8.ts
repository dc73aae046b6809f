// Text as uWebSockets.js must get it. Its core for Node.js 22 and newer sends a string that has only letters of Latin-1, such as
// "José", as Latin-1 and not as UTF-8: browsers close the connection, and an answer never ends, because it is shorter than announced.

/** The letters of Latin-1 that UTF-8 writes in another way. */
const LATIN = /[\x80-\xff]/;

/** Much faster than the expression, which reads a text without such letters to its end. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** The text, or its bytes where the library might send others. */
export const utf8 = (text: string): string | Buffer => (!isAscii(text) && LATIN.test(text) ? Buffer.from(text) : text);
