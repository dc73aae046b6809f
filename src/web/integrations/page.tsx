// The integrations page of a club or a tournament: its key, the connected apps, its view tokens, and the audit trail.
import { VIEW_TOKEN_NAME_MAX } from '../../../protocol/data-file/tokens.ts';
import type { ConnectedApp } from '../../store/apps.ts';
import type { Authorized, Offer } from '../../store/integrations.ts';
import type { SharedKey } from '../../store/keys.ts';
import type { ListedViewToken } from '../../store/view-tokens.ts';
import type { Webhook } from '../../store/webhooks.ts';
import { AppsTable } from '../my-apps.tsx';
import type { Language } from '../../browser/shared/language.ts';
import { Fill, usePageLanguage, useWords } from '../layout/words.tsx';
import { Button, Choice, Field, Form } from '../layout/form.tsx';
import { Page } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { manageAddress } from '../manage/staff.ts';
import { matchTitle } from '../layout/match-title.ts';
import { Table } from '../layout/table.tsx';
import { Time, timeText } from '../layout/time.tsx';
import { whenText } from '../public/when.tsx';
import { mayDecide, mayDisconnect, type VisitorRole } from './visitor-role.ts';
import { WebhooksPart } from './webhooks-page.tsx';
import { AuditTrail, type TrailPart } from '../layout/audit-trail.tsx';

/** A channel with its title and kick-off. */
type Offered = Omit<Offer, 'path' | 'homePlace' | 'awayPlace'> & Partial<Offer>;

export type Integrations = {
  readonly entry: VisitorRole;
  readonly notice: string | null;
  readonly sharedKey: SharedKey | null;
  readonly apps: readonly ConnectedApp[];
  readonly viewTokens: readonly ListedViewToken[];
  /** What a view token can show. */
  readonly offers: readonly Offered[];
  /** Tournaments only. */
  readonly authorized: readonly Authorized[] | null;
  readonly trail: TrailPart;
  readonly webhooks: readonly Webhook[];
};

export function IntegrationsPage(integrations: Integrations) {
  const { entry, notice } = integrations;
  const { visit, resource, role } = entry;
  const {
    apps,
    integrations: words,
    roles,
    staff: { manage },
  } = useWords();
  return (
    <Page title={apps.integrationsOf(resource.name)} visitor={visit.visitor}>
      {notice !== null && <Notice kind="good" title={notice} />}
      <p>
        {words.about[resource.kind]} {words.youAre(roles[role])}{' '}
        <a href={manageAddress(resource)}>{manage[resource.kind]}</a> · <a href="/me/apps">{words.ownApps}</a>
      </p>
      <Key {...integrations} />
      <Apps {...integrations} />
      {integrations.authorized !== null && <AuthorizedClubs authorized={integrations.authorized} />}
      <ViewTokens {...integrations} />
      <WebhooksPart address={entry.address} kind={resource.kind} webhooks={integrations.webhooks} />
      <AuditTrail {...integrations.trail} />
    </Page>
  );
}

function Key({ entry, sharedKey: key }: Integrations) {
  const { visit, resource, address } = entry;
  const { integrations: words, frame } = useWords();
  const mayChange = mayDecide(entry);
  return (
    <section aria-labelledby="key">
      <h2 id="key">{words.key[resource.kind]}</h2>
      <p>{words.keyAbout[resource.kind]}</p>
      {key === null ? (
        <p>{words.noKey}</p>
      ) : (
        <p>
          <Fill
            text={words.keySince}
            parts={{ made: <Time at={key.createdAt} />, used: <Time at={key.lastUsedAt} fallback={frame.never} /> }}
          />
        </p>
      )}
      {!mayChange && <p class="hint">{words.onlyOwner}</p>}
      {mayChange && key === null && (
        <Form action={address} csrf={visit.csrf} hidden={{ action: 'replace_key' }}>
          <Button>{words.generate}</Button>
        </Form>
      )}
      {mayChange && key !== null && (
        <div class="actions">
          <a class="button destructive" href={`${address}?ask=replace_key`}>
            {words.regenerate}
          </a>
          <a class="button destructive" href={`${address}?ask=revoke_key`}>
            {words.revokeKey}
          </a>
        </div>
      )}
    </section>
  );
}

function Apps({ entry, apps }: Integrations) {
  const { integrations: words, apps: ownWords } = useWords();
  const { kind } = entry.resource;
  return (
    <section aria-labelledby="apps">
      <h2 id="apps">{ownWords.connected}</h2>
      <p>{words.appsAbout[kind]}</p>
      {apps.length === 0 ? (
        <p>{words.noApp}</p>
      ) : (
        <AppsTable
          caption={words.appsCaption[kind]}
          apps={apps}
          hasUserColumn
          disconnectAddress={(app) =>
            mayDisconnect(entry, app) ? `${entry.address}?ask=disconnect&app=${app.id}` : null
          }
        />
      )}
    </section>
  );
}

function AuthorizedClubs({ authorized }: { readonly authorized: readonly Authorized[] }) {
  const { language, words: all } = usePageLanguage();
  const { integrations: words } = all;
  return (
    <section aria-labelledby="authorized">
      <h2 id="authorized">{words.authorized}</h2>
      <p>{words.authorizedAbout}</p>
      {authorized.length === 0 ? (
        <p>{words.noAuthorized}</p>
      ) : (
        <Table
          caption={words.authorizedCaption}
          head={words.authorizedColumns}
          rows={authorized.map((match) => [
            matchTitle(match, language),
            <Time at={match.at} zone={match.zone} fallback={words.notSet} />,
            match.clubs.join(', '),
          ])}
        />
      )}
    </section>
  );
}

function ViewTokens({ entry: { visit, resource, address }, viewTokens, offers }: Integrations) {
  const { language, words: all } = usePageLanguage();
  const { integrations: words, build, frame } = all;
  return (
    <section aria-labelledby="view-tokens">
      <h2 id="view-tokens">{words.tokens}</h2>
      <p>{words.tokensAbout[resource.kind]}</p>
      {viewTokens.length === 0 ? (
        <p>{words.noTokens}</p>
      ) : (
        <Table
          stacks
          caption={words.tokensCaption[resource.kind]}
          head={words.tokenColumns}
          rows={viewTokens.map((token) => [
            <TokenName
              name={token.name}
              channels={token.channels.map((channel) => named(channel, offers, language)).join(', ')}
            />,
            <Fill
              text={words.by(token.madeBy ?? words.keyAsMaker[token.keyOf])}
              parts={{ time: <Time at={token.createdAt} /> }}
            />,
            <Time at={token.expiresAt} />,
            token.lastUsedFrom === null ? (
              <Time at={token.lastUsedAt} fallback={frame.never} />
            ) : (
              <Fill text={words.from(token.lastUsedFrom)} parts={{ time: <Time at={token.lastUsedAt} /> }} />
            ),
            <a
              class="button destructive"
              href={`${address}?ask=revoke_view_token&view=${token.viewId}`}
              aria-label={words.revokeOf(token.channels.join(', '))}
            >
              {words.revoke}
            </a>,
          ])}
        />
      )}
      <h3>{words.make}</h3>
      <Form action={address} csrf={visit.csrf} hidden={{ action: 'make_view_token' }}>
        <Choice name="channel" label={words.shows} choices={offers.map((offer) => labelled(offer, language))} />
        <Field
          name="token_name"
          label={build.tokenName}
          hint={build.tokenNameHint}
          input={{ autocomplete: 'off', maxLength: VIEW_TOKEN_NAME_MAX }}
        />
        <Choice name="lasts" label={words.lasts} choices={Object.entries(words.terms)} />
        <Button>{words.make}</Button>
      </Form>
    </section>
  );
}

const TokenName = ({ name, channels }: { readonly name: string | null; readonly channels: string }) =>
  name === null ? (
    <>{channels}</>
  ) : (
    <>
      <bdi>{name}</bdi>
      <span class="under hint">{channels}</span>
    </>
  );

/** A channel with its title, if known. */
function named(channel: string, offers: readonly Offered[], language: Language): string {
  const offer = offers.find((one) => one.channel === channel);
  return offer ? `${matchTitle(offer, language)} (${channel})` : channel;
}

function labelled(offer: Offered, language: Language): readonly [string, string] {
  const { channel, at, zone } = offer;
  const title = matchTitle(offer, language);
  const when = at === null ? [] : [zone === null ? timeText(at, language) : whenText(at, language, zone)];
  return [channel, [title, ...when].join(', ')];
}
