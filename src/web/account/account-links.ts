// What the pages do with links that work once. A secret leaves here once, in a link; only its hash is stored.
import type { Language } from '../../browser/shared/language.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { isMailAddress } from '../../mail/smtp-settings.ts';
import { networkOf } from '../../ops/address.ts';
import type { Logger } from '../../ops/logger.ts';
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
} from '../../store/invitations.ts';
import { findLink, type FoundLink } from '../../store/one-time-links.ts';
import { makePasswordLink, usePasswordLink } from '../../store/password-links.ts';
import { findPeople, type Person } from '../../store/people.ts';
import type { Role } from '../../store/role-ranks.ts';
import { giveBackTry, reserveTry } from '../../store/sign-in-tries.ts';
import { hashToken, makeLinkSecret } from '../../store/tokens.ts';
import { invitationMail, passwordMail } from './mail-texts.ts';

export type AccountLinksOptions = {
  readonly sql: Sql;
  /** Null: the server sends no mail. */
  readonly mailer: Mailer | null;
  /** The public address of the service; known once it listens. */
  readonly baseUrl: () => string;
  /** Hashes a new password, in the queue of its address. Throws Problem 503. */
  readonly hashPassword: (password: string, address: string) => Promise<string>;
  readonly acceptInvitation: (secretHash: string, acceptor: Acceptor, now: number) => Promise<AcceptOutcome>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** The limits of rules ACCOUNT-4 and ACCOUNT-6, in this time. */
const LIMIT_MS = 15 * 60_000;
const ASKED_OF_ACCOUNT = 3;
const ASKED_FROM_ADDRESS = 10;
const MADE_IN_RESOURCE = 60;

/** `sent`: also when there is no such account. */
export type AskOutcome = { readonly kind: 'sent' | 'failed' } | { readonly kind: 'too_many'; readonly waitMs: number };

export type NewLinkFor = {
  readonly resource: Resource;
  readonly madeBy: { readonly id: number; readonly name: string };
  readonly to: Invited;
  readonly role: Role | null;
  /** The language of the mail. */
  readonly language: Language;
};

/** `link`: null when only the mail has it. `mail`: `none` without an address or without SMTP_URL. */
export type NewLinkOutcome =
  | {
      readonly kind: 'made';
      readonly name: string;
      readonly link: string | null;
      readonly mail: 'sent' | 'failed' | 'none';
    }
  | Exclude<InvitationOutcome, MadeLink>;

export type AccountLinks = ReturnType<typeof openAccountLinks>;

export function openAccountLinks(options: AccountLinksOptions) {
  const { sql, mailer, baseUrl, hashPassword, logger } = options;
  const addressOf = (secret: string): string => `${baseUrl()}/link#${secret}`;

  /** Mails a link to a new password, where exactly one user has the address. It must not reject. */
  async function mailPasswordLink(send: Mailer['send'], email: string, language: Language): Promise<void> {
    try {
      const [person, ...others] = await orStoreAway(findPeople(sql, email));
      if (person === undefined || others.length > 0) return;
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
     * looked up after it. `email`: as the visitor typed it.
     */
    async askForPassword(email: string, address: string, language: Language): Promise<AskOutcome> {
      const normal = email.trim().normalize('NFKC').toLowerCase();
      if (mailer === null || !isMailAddress(normal)) return { kind: 'failed' };
      const ofAccount = { subject: `password link ${normal}`, tries: ASKED_OF_ACCOUNT };
      const ofNetwork = { subject: `password links from ${networkOf(address)}`, tries: ASKED_FROM_ADDRESS };
      const now = Date.now();
      const waitMs = await orStoreAway(reserveTry(sql, [ofAccount, ofNetwork], LIMIT_MS, now));
      if (waitMs !== null) return { kind: 'too_many', waitMs };
      const isGoing =
        (await mailer.isReachable()) && mailer.later(() => mailPasswordLink(mailer.send, normal, language));
      if (isGoing) return { kind: 'sent' };
      // The network has asked: each question opens a connection to a mail server that is in trouble already.
      await orStoreAway(giveBackTry(sql, [ofAccount], now));
      return { kind: 'failed' };
    },

    /** Makes a link for a person or an address, and mails it where that is possible. Throws Problem 503. */
    async makeLink({ resource, madeBy, to, role, language }: NewLinkFor): Promise<NewLinkOutcome> {
      const now = Date.now();
      const limits = [{ subject: `links of ${resource.kind} ${resource.id}`, tries: MADE_IN_RESOURCE }];
      if ((await orStoreAway(reserveTry(sql, limits, LIMIT_MS, now))) !== null) return { kind: 'too_many' };
      const secret = makeLinkSecret();
      const link = addressOf(secret);
      const asked = { secretHash: hashToken(secret), resource, madeBy: madeBy.id, to, role, now };
      const made = await orStoreAway(makeInvitation(sql, { ...asked, hasMail: mailer !== null }));
      if (made.kind !== 'made') return made;
      const { name, email, isShown, purpose } = made;
      const shown = { kind: 'made', name, link: isShown ? link : null } as const;
      if (mailer === null || email === null) return { ...shown, mail: 'none' };
      const letter =
        purpose === 'password'
          ? passwordMail(language, name, link)
          : invitationMail(language, { maker: madeBy.name, place: resource.name, role, link });
      return { ...shown, mail: (await mailer.send({ to: email, ...letter })) ? 'sent' : 'failed' };
    },

    listInvitations: (resource: Resource) => orStoreAway(listInvitations(sql, resource, Date.now())),
    /** The people for whom the user may make a link. */
    listSquad: (resource: Resource, userId: number) => orStoreAway(listSquad(sql, resource, userId, mailer !== null)),
    withdrawInvitation: (withdrawal: Withdrawal): Promise<boolean> => orStoreAway(withdrawInvitation(sql, withdrawal)),
  };
}
