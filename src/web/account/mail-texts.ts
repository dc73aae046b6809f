// The mails with a link: plain text, and the same as simple HTML. They load nothing and name no other host.
import { directionOf, type Language } from '../../browser/shared/language.ts';
import { pageLanguages } from '../../browser/shared/page-languages.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { Role } from '../../store/role-ranks.ts';
import { oneLine } from '../../ops/one-line.ts';
import { escapeHtml } from '../layout/escape-html.ts';

type Letter = Pick<Mail, 'subject' | 'text' | 'html'>;

/** `link`: the whole address. */
export function passwordMail(language: Language, name: string, link: string): Letter {
  const { mails } = pageLanguages[language].account;
  const { subject, hello, text, ignore } = mails.password;
  return letter(language, subject, { before: [hello(oneLine(name)), text], link, open: mails.open, after: ignore });
}

type InvitationMail = {
  readonly maker: string;
  /** The club or tournament. */
  readonly place: string;
  readonly role: Role | null;
  readonly link: string;
};

export function invitationMail(language: Language, { role, link, ...names }: InvitationMail): Letter {
  const [maker, place] = [oneLine(names.maker), oneLine(names.place)];
  const { invitation, invitations, mails } = pageLanguages[language].account;
  const { hello, text, access, use, ignore } = mails.invitation;
  const why = role === null ? access(maker, place) : text(maker, place, invitations.roles[role]);
  return letter(language, invitation.title(place), {
    before: [hello, `${why} ${use}`],
    link,
    open: mails.open,
    after: ignore,
  });
}

type Parts = {
  readonly before: readonly string[];
  readonly link: string;
  readonly open: string;
  readonly after: string;
};

function letter(language: Language, subject: string, { before, link, open, after }: Parts): Letter {
  const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
  const button = `<p><a href="${escapeHtml(link)}">${escapeHtml(open)}</a></p>`;
  return {
    subject,
    text: `${[...before, link, after].join('\n\n')}\n`,
    html:
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body>` +
      `${before.map(paragraph).join('')}${button}${paragraph(after)}</body></html>`,
  };
}
