// The bounds of the lists in the head of a request: it may have 64 KiB.
import { describe, expect, it } from 'vitest';
import { openCached } from '../../../src/http/core/cached-answer.ts';
import { cookieIn, COOKIES_MAX } from '../../../src/http/core/cookies.ts';
import {
  ENTRIES_MAX,
  entriesIn,
  isMatch,
  preferredForm,
  preferredLanguage,
  PREFERENCES_MAX,
} from '../../../src/http/core/negotiation.ts';
import { parametersIn, PARAMETERS_MAX } from '../../../src/http/core/request-head.ts';
import { encodeBody } from '../../../src/resources/encoded-body.ts';

const filled = (header: string, length: number): string => header.padEnd(length, ', a');

describe('rule LIMIT-15: lists in the head of a request', () => {
  it('counts a long Accept-Language as none', () => {
    expect(preferredLanguage(filled('de', PREFERENCES_MAX), ['en', 'de'])).toBe('de');
    expect(preferredLanguage(filled('de', PREFERENCES_MAX + 1), ['en', 'de'])).toBeUndefined();
  });

  it('counts a long Accept-Encoding as none', async () => {
    const cached = openCached();
    const body = encodeBody('x'.repeat(10_000));
    const headersFor = async (acceptEncoding: string): Promise<string> =>
      JSON.stringify(await cached(body, { ifNoneMatch: '', acceptEncoding: () => acceptEncoding }));
    expect(preferredForm(filled('gzip', PREFERENCES_MAX))).toBe('gzip');
    expect(preferredForm(filled('gzip', PREFERENCES_MAX + 1))).toBe('plain');
    expect(await headersFor(filled('gzip', PREFERENCES_MAX))).toContain('content-encoding');
    expect(await headersFor(filled('gzip', PREFERENCES_MAX + 1))).not.toContain('content-encoding');
  });

  it('reads the first entries of If-None-Match and of other lists', () => {
    const after = (count: number): string => `${'"a", '.repeat(count)}"b"`;
    expect(isMatch(after(ENTRIES_MAX - 1), '"b"')).toBe(true);
    expect(isMatch(after(ENTRIES_MAX), '"b"')).toBe(false);
    expect(entriesIn(after(100_000))).toHaveLength(ENTRIES_MAX);
  });

  it('reads the first parameters of a query', () => {
    const after = (count: number): string => `${'a=1&'.repeat(count)}b=2`;
    expect(parametersIn('a=1&b=2').get('b')).toBe('2');
    expect(parametersIn(after(PARAMETERS_MAX - 1)).get('b')).toBe('2');
    expect(parametersIn(after(PARAMETERS_MAX)).get('b')).toBeNull();
    expect(parametersIn('&'.repeat(60_000)).size).toBe(0);
  });

  it('reads the first cookies', () => {
    const after = (count: number): string => `${'a=1; '.repeat(count)}b=2`;
    expect(cookieIn(after(COOKIES_MAX - 1), 'b')).toBe('2');
    expect(cookieIn(after(COOKIES_MAX), 'b')).toBe('');
  });
});
