// The texts of mails.
import { expect, test } from 'vitest';
import { invitationMail, passwordMail } from '../../../src/web/account/mail-texts.ts';

const NAME = 'FC\r\nBcc: a@b.c\u2028\u0007 \u202E<i>';
const link = 'https://scores.example/link#x';

test('a name adds no line, no control character and no direction to a mail', () => {
  const invitation = invitationMail('en', { maker: NAME, place: NAME, role: 'Member', link });
  expect(invitation.subject).toBe('Invitation to FC Bcc: a@b.c <i>');
  expect(invitation.text).toContain('\n\nFC Bcc: a@b.c <i> invites you to FC Bcc: a@b.c <i> as member. This link');
  expect(invitation.html).toContain('<p>FC Bcc: a@b.c &lt;i&gt; invites you to ');
  const password = passwordMail('en', NAME, link);
  expect(password.text).toMatch(/^Hello FC Bcc: a@b\.c <i>,\n\n/);
  for (const { html } of [invitation, password]) expect(html).toMatch(/^[^\p{Cc}\u2028\u202A-\u202E]+$/u);
});
