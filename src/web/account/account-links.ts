// What the pages do with links that work once. A secret leaves here once, in a link; only its hash is stored.
import { emailOf } from '../../auth/sign-in.ts';
import { knows, openKnownBrowsers } from '../../auth/known-browsers.ts';
import { openLinkMac } from '../../auth/mac.ts';
import type { Language } from '../../browser/shared/language.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { isMailAddress } from '../../mail/smtp-settings.ts';
import { networkOf } from '../../ops/address.ts';
import type { Logger } from '../../ops/logger.ts';
import type { LimitPolicy } from '../../ops/problem.ts';
import type { Sql } from '../../store/driver/sql.ts';
import { orStoreAway } from '../../store/driver/with-deadline.ts';
import type { Resource } from '../../store/integrations.ts';
import {
  type AcceptOutcome,
  type Acceptor,
  type InvitationOutcome,
  type Invited,
  listInvitations,
  listSquad,
  type MadeLink,
  makeInvitation,
  withdrawInvitation,
  type Withdrawal,
  MADE_LINKS,
} from '../../store/invitations.ts';
import { findLink, type FoundLink } from '../../store/one-time-links.ts';
import { makePasswordLink, usePasswordLink } from '../../store/password-links.ts';
import { findName, findPeople, type Person } from '../../store/people.ts';
import type { Role } from '../../store/role-ranks.ts';
import { giveBackTry, reserveTry } from '../../store/sign-in-tries.ts';
import { hashToken, linkSecretOf, makeLinkSecret } from '../../store/tokens.ts';
import { invitationMail, passwordMail } from './mail-texts.ts';

type AccountLinksOptions = {
  readonly sql: Sql;
  /** Null: the server sends no mail. */
  readonly mailer: Mailer | null;
  /** The public address of the service; known once it listens. */
  readonly baseUrl: () => string;
  /** Hashes a new password, in the queue of its address. Throws Problem 503. */
  readonly hashPassword: (password: string, address: string) => Promise<string>;
  readonly acceptInvitation: (secretHash: string, acceptor: Acceptor, now: number) => Promise<AcceptOutcome>;
  /** Newest first. */
  readonly secrets: readonly string[];
  readonly logger: Pick<Logger, 'warn'>;
};

/** The limits of rules ACCOUNT-4 and ACCOUNT-6, in this time. */
const LIMIT_MS = 15 * 60_000;
const ASKED_FOR_ADDRESS = 3;
const ASKED_FROM_NETWORK = 10;
export const ASKED_LINKS: LimitPolicy = {
  name: 'password-links',
  quota: ASKED_FOR_ADDRESS,
  windowSeconds: LIMIT_MS / 1_000,
};
/** Mails to an account that all networks together cause. A browser that has signed in to it before has its own. */
const MAILED_TO_ACCOUNT = 6;
const MAILED_TO_BROWSER = 3;

/** `sent`: also when there is no such account. */
type AskOutcome = { readonly kind: 'sent' | 'failed' } | { readonly kind: 'too_many'; readonly waitMs: number };

type NewLinkFor = {
  readonly resource: Resource;
  /** A user. Null: an API token of the club, `madeByToken`. */
  readonly madeBy: number | null;
  readonly madeByToken?: number;
  readonly to: Invited;
  readonly role: Role | null;
  /** The language of the mail. */
  readonly language: Language;
  /** The same key gives the same link (rule MANAGE-10); null: a new one each time. */
  readonly key: string | null;
};

/** Who asks for a new password. `browserCookie`: see known-browsers.ts. */
type Asker = { readonly address: string; readonly browserCookie: string; readonly language: Language };

/**
 * `link`: null when only the mail has it. `mail`: `none` without an address, without SMTP_URL, and where the link was made before
 * (`isNew` false).
 */
type NewLinkOutcome =
  | {
      readonly kind: 'made';
      readonly isNew: boolean;
      readonly id: string;
      readonly name: string;
      readonly link: string | null;
      readonly mail: 'sent' | 'failed' | 'none';
    }
  | Exclude<InvitationOutcome, MadeLink>;

export type AccountLinks = ReturnType<typeof openAccountLinks>;

export function openAccountLinks(options: AccountLinksOptions) {
  const { sql, secrets, mailer, baseUrl, hashPassword, logger } = options;
  const linkMac = openLinkMac(secrets);
  const browsers = openKnownBrowsers(secrets);
  const addressOf = (secret: string): string => `${baseUrl()}/link#${secret}`;

  /** Whether one more mail to the account is allowed (rule ACCOUNT-4). The browser of its owner does not share a limit with others. */
  async function mayMail(email: string, browserCookie: string): Promise<boolean> {
    const browser = await browsers.read(browserCookie);
    const limit =
      browser !== null && knows(browser, email)
        ? { subject: `password mails ${email} in ${browser.id}`, tries: MAILED_TO_BROWSER }
        : { subject: `password mails ${email}`, tries: MAILED_TO_ACCOUNT };
    return (await reserveTry(sql, [limit], LIMIT_MS, Date.now())) === null;
  }

  /** Mails a link to a new password, where exactly one user has the address. It must not reject. */
  async function mailPasswordLink(
    send: Mailer['send'],
    email: string,
    { language, browserCookie }: Pick<Asker, 'language' | 'browserCookie'>,
  ): Promise<void> {
    try {
      const [person, ...others] = await orStoreAway(findPeople(sql, email));
      if (person === undefined || others.length > 0 || !(await mayMail(email, browserCookie))) return;
      const secret = makeLinkSecret();
      const made = { secretHash: hashToken(secret), userId: person.id, resource: null, now: Date.now() };
      await orStoreAway(makePasswordLink(sql, { ...made, madeBy: 'person', isMailed: true }));
      await send({ to: email, ...passwordMail(language, person.name, addressOf(secret)) });
    } catch (error) {
      logger.warn({ err: error }, 'a link to a new password could not be made');
    }
  }

  return {
    sendsMail: mailer !== null,

    /** The link with this secret; null when there is none. Throws Problem 503. */
    findLink: (secret: string): Promise<FoundLink | null> => orStoreAway(findLink(sql, hashToken(secret), Date.now())),

    /** Sets the password that the link is for. Null when the link is not open any more. Throws Problem 503. */
    async setPassword(secret: string, password: string, address: string): Promise<Person | null> {
      const passwordHash = await hashPassword(password, address);
      return orStoreAway(usePasswordLink(sql, hashToken(secret), passwordHash, Date.now()));
    },

    /** Accepts as a signed-in user. Throws Problem 503. */
    acceptAs: (secret: string, userId: number): Promise<AcceptOutcome> =>
      options.acceptInvitation(hashToken(secret), { kind: 'user', userId }, Date.now()),

    /**
     * Accepts with a password: the first one of the invited person, or with a name the one of a new account. `email`: of an
     * invited person who has none yet.
     */
    async acceptWith(
      secret: string,
      {
        password,
        name,
        email,
        address,
      }: Readonly<Record<'password' | 'address', string> & Record<'name' | 'email', string | null>>,
    ): Promise<AcceptOutcome> {
      const passwordHash = await hashPassword(password, address);
      const acceptor: Acceptor =
        name === null ? { kind: 'first_password', passwordHash, email } : { kind: 'new_user', name, passwordHash };
      return options.acceptInvitation(hashToken(secret), acceptor, Date.now());
    },

    /**
     * Mails a link to a new password. The answer and its time are the same for every address (rule ACCOUNT-4): the account is
     * looked up after it, and so are the limits of the account. `email`: as the visitor typed it.
     */
    async askForPassword(email: string, asker: Asker): Promise<AskOutcome> {
      const normal = emailOf(email);
      if (mailer === null || !isMailAddress(normal)) return { kind: 'failed' };
      const network = networkOf(asker.address);
      const ofAddress = { subject: `password link ${normal} from ${network}`, tries: ASKED_FOR_ADDRESS };
      const ofNetwork = { subject: `password links from ${network}`, tries: ASKED_FROM_NETWORK };
      const now = Date.now();
      const waitMs = await reserveTry(sql, [ofAddress, ofNetwork], LIMIT_MS, now);
      if (waitMs !== null) return { kind: 'too_many', waitMs };
      const isGoing = (await mailer.isReachable()) && mailer.later(() => mailPasswordLink(mailer.send, normal, asker));
      if (isGoing) return { kind: 'sent' };
      // The network has asked: each question opens a connection to a mail server that is in trouble already.
      await orStoreAway(giveBackTry(sql, [ofAddress], now));
      return { kind: 'failed' };
    },

    /** Makes a link for a person or an address, and mails it where that is possible. Throws Problem 503. */
    async makeLink({ resource, madeBy, madeByToken, to, role, language, key }: NewLinkFor): Promise<NewLinkOutcome> {
      const now = Date.now();
      const limits = [{ subject: `links of ${resource.kind} ${resource.id}`, tries: MADE_LINKS.quota }];
      if ((await reserveTry(sql, limits, LIMIT_MS, now)) !== null) return { kind: 'too_many' };
      const owner = `${resource.kind} ${resource.id} by ${madeBy ?? `token ${madeByToken ?? 0}`}`;
      const secret = key === null ? makeLinkSecret() : linkSecretOf(linkMac.sign(`${owner}: ${key}`));
      const link = addressOf(secret);
      const asked = {
        secretHash: hashToken(secret),
        resource,
        madeBy,
        madeByToken: madeByToken ?? null,
        to,
        role,
        now,
      };
      // Before the link is stored: a request that fails then is repeated with its mail.
      const maker = mailer === null || madeBy === null ? null : await orStoreAway(findName(sql, madeBy));
      const made = await orStoreAway(makeInvitation(sql, { ...asked, hasMail: mailer !== null }));
      if (made.kind !== 'made') return made;
      const { name, email, isShown, isNew, id, purpose } = made;
      const shown = { kind: 'made', isNew, id, name, link: isShown ? link : null } as const;
      if (mailer === null || email === null || !isNew) return { ...shown, mail: 'none' };
      const letter =
        purpose === 'password'
          ? passwordMail(language, name, link)
          : invitationMail(language, { maker: maker ?? resource.name, place: resource.name, role, link });
      return { ...shown, mail: (await mailer.send({ to: email, ...letter })) ? 'sent' : 'failed' };
    },

    listInvitations: (resource: Resource) => orStoreAway(listInvitations(sql, resource, Date.now())),
    /** The people for whom the user may make a link. */
    listSquad: (resource: Resource, userId: number) => orStoreAway(listSquad(sql, resource, userId, mailer !== null)),
    withdrawInvitation: (withdrawal: Withdrawal): Promise<boolean> => orStoreAway(withdrawInvitation(sql, withdrawal)),
  };
}
