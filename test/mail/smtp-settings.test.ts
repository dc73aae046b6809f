import { describe, expect, test } from 'vitest';
import { isMailAddress, readSmtpUrl } from '../../src/mail/smtp-settings.ts';

describe('SMTP_URL', () => {
  test('names server, login and sender', () => {
    expect(readSmtpUrl('smtp://ana%40club:p%3Aw@mail.example.org?from=scores@example.org')).toEqual({
      host: 'mail.example.org',
      port: 587,
      isSecure: false,
      needsTls: true,
      from: 'scores@example.org',
      login: { user: 'ana@club', pass: 'p:w' },
    });
    const secure = readSmtpUrl('smtps://mail.example.org:4465?from=a@b.c');
    expect(secure).toMatchObject({ port: 4465, isSecure: true, needsTls: false, login: null });
    expect(readSmtpUrl('smtps://[::1]?from=a@b.c')).toMatchObject({ host: '::1', port: 465 });
  });

  test('sends a password over plain SMTP to this machine only', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(readSmtpUrl(`smtp://u:p@${host}?from=a@b.c`)).toMatchObject({ needsTls: false });
    for (const host of ['10.0.0.1', 'localhost.example.org'])
      expect(readSmtpUrl(`smtp://u:p@${host}?from=a@b.c`)).toMatchObject({ needsTls: true });
  });

  test.each([
    ['mail.example.org', 'must be an address that begins with smtp:// or smtps://'],
    ['https://mail.example.org?from=a@b.c', 'must be an address that begins with smtp:// or smtps://'],
    ['smtp://mail.example.org:70000?from=a@b.c', 'must be an address with a valid host and a port up to 65535'],
    ['smtp://u:p@mail.example.org:x?from=a@b.c', 'must be an address with a valid host and a port up to 65535'],
    ['smtp:mail.example.org?from=a@b.c', 'must be an address that begins with smtp:// or smtps://'],
    ['smtp://mail.example.org', 'must name the sender'],
    ['smtp://mail.example.org?from=Ana', 'must name the sender'],
    ['smtp://u%:p@mail.example.org?from=a@b.c', 'must have a user name and a password in percent-encoding'],
  ])('%s is refused', (url, problem) => {
    expect(readSmtpUrl(url)).toEqual({ problem: expect.stringContaining(problem) as string });
  });
});

test('an address is one address, without a name, a list or a line break', () => {
  for (const one of ['ana@example.org', 'ana+club@localhost', 'änä@exämple.org']) expect(isMailAddress(one)).toBe(true);
  for (const other of [
    '',
    'ana',
    'a@b@c',
    'Ana <ana@example.org>',
    'a@b.c, d@e.f',
    'a@b.c\nBcc: d@e.f',
    `${'a'.repeat(65)}@b.c`,
  ])
    expect(isMailAddress(other), other).toBe(false);
});
