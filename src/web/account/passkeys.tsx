// `/me/passkeys`: users add, see and delete their passkeys (rule ACCOUNT-8).
import { z } from 'zod';
import type { Passkeys } from '../../auth/passkeys.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import type { Passkey } from '../../store/passkeys.ts';
import { Button, Field, Form } from '../layout/form.tsx';
import { seeOther } from '../layout/html-answer.ts';
import { Page } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { PageProblem } from '../layout/page-problem.ts';
import { Table } from '../layout/table.tsx';
import { Time } from '../layout/time.tsx';
import { useWords } from '../layout/words.tsx';
import type { Site, Visit } from '../site.ts';
import type { PasskeyStore } from './passkey-store.ts';

export type PasskeysDeps = {
  readonly passkeys: Passkeys;
  readonly passkeyStore: PasskeyStore;
};

export const PASSKEYS_ADDRESS = '/me/passkeys';
const NAME_MAX = 100;

/** Bounds what the library reads: keys and signatures are short. All are base64url. */
const text = z.string().regex(/^[\w-]{0,4000}$/);
const credential = { id: text, rawId: text, type: z.literal('public-key'), clientExtensionResults: z.object({}) };
const creationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});
export const requestSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.optional() }),
});

/** The JSON in a form's field, checked; null when it is not valid. */
export function readResponse<T extends z.ZodType>(form: URLSearchParams, schema: T): z.infer<T> | null {
  try {
    return schema.safeParse(JSON.parse(form.get('response') ?? '')).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

type SignedInVisit = Visit<NonNullable<Visit['session']>>;

export function passkeysRoutes(site: Site, { passkeys, passkeyStore }: PasskeysDeps): readonly RouteSpec[] {
  /** The page has a new challenge each time it is shown. `refused`: the name of a passkey that was not accepted. */
  async function page({ session, visitor, csrf, query, words, html }: SignedInVisit, status: number, refused?: string) {
    const { userId, name } = session;
    const known = await passkeyStore.list(userId);
    const registering = { userId, name, known: known.map(({ id }) => id) };
    const options = passkeys.isPossible() ? await passkeys.creationOptions(registering, csrf) : null;
    const { added, deleted } = words.account.passkeys;
    const notice = { added, deleted }[query.get('done') ?? ''] ?? null;
    const shown = { visitor, csrf, notice, refused, known, options };
    return html(status, <PasskeysPage {...shown} />, { hasTimes: true, script: 'passkeys' });
  }

  return [
    ...site.signedIn({
      name: 'my_passkeys',
      path: PASSKEYS_ADDRESS,
      show: (visit) => page(visit, 200),
      async submit(visit, form) {
        const { userId } = visit.session;
        if (form.get('action') === 'delete') {
          if (await passkeyStore.remove(userId, form.get('passkey') ?? '')) {
            return seeOther(`${PASSKEYS_ADDRESS}?done=deleted`);
          }
          throw new PageProblem(404, visit.words.account.passkeys.notFound);
        }
        const name = (form.get('name') ?? '').trim().slice(0, NAME_MAX) || 'Passkey';
        const response = readResponse(form, creationSchema);
        const verified = response && (await passkeys.verifyCreation(response as never, visit.csrf));
        if (verified === null) return page(visit, 403, name);
        const outcome = await passkeyStore.add({ userId, name, ...verified });
        return outcome === 'added' ? seeOther(`${PASSKEYS_ADDRESS}?done=added`) : page(visit, 409, name);
      },
    }),
  ];
}

type Shown = Pick<SignedInVisit, 'visitor' | 'csrf'> & {
  readonly notice: string | null;
  readonly refused: string | undefined;
  readonly known: readonly Passkey[];
  /** Null where browsers can have none. */
  readonly options: object | null;
};

function PasskeysPage({ visitor, csrf, notice, refused, known, options }: Shown) {
  const { account, frame } = useWords();
  const { passkeys } = account;
  return (
    <Page title={passkeys.title} visitor={visitor}>
      {notice !== null && <Notice kind="good" title={notice} />}
      {refused !== undefined && (
        <Notice kind="error" title={passkeys.refused}>
          <p>{passkeys.failed}</p>
        </Notice>
      )}
      <p>{passkeys.about}</p>
      {known.length > 0 && (
        <Table
          stacks
          caption={passkeys.caption}
          head={passkeys.columns}
          rows={known.map((one) => [
            one.name,
            <Time at={one.createdAt} />,
            <Time at={one.lastUsedAt} fallback={frame.never} />,
            <Form action={PASSKEYS_ADDRESS} csrf={csrf} hidden={{ passkey: one.id }}>
              <button
                type="submit"
                name="action"
                value="delete"
                class="button destructive"
                aria-label={passkeys.deleteOf(one.name)}
              >
                {frame.delete}
              </button>
            </Form>,
          ])}
        />
      )}
      {options === null ? (
        <p>{passkeys.impossible}</p>
      ) : (
        <>
          <noscript>
            <p>{passkeys.noScript}</p>
          </noscript>
          <p id="no-passkeys" hidden>
            {passkeys.noBrowser}
          </p>
          <form
            method="post"
            action={PASSKEYS_ADDRESS}
            hidden
            data-passkey="create"
            data-options={JSON.stringify(options)}
          >
            <input type="hidden" name="csrf" value={csrf} />
            <input type="hidden" name="response" />
            <Field
              name="name"
              label={passkeys.name}
              hint={passkeys.nameHint}
              input={{ type: 'text', maxLength: NAME_MAX, value: refused }}
            />
            <p class="error" role="alert" hidden>
              {passkeys.failed}
            </p>
            <p class="error" id="already-here" role="alert" hidden>
              {passkeys.alreadyHere}
            </p>
            <Button>{passkeys.add}</Button>
          </form>
        </>
      )}
    </Page>
  );
}

/** The form of the sign-in page, which its script shows. `next`: the address that follows. */
export function PasskeySignIn({ csrf, next, options }: { csrf: string; next: string; options: object }) {
  const { passkeys } = useWords().account;
  const action = `/sign-in/passkey?next=${encodeURIComponent(next)}`;
  return (
    <form method="post" action={action} class="below" hidden data-passkey="get" data-options={JSON.stringify(options)}>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="response" />
      <p class="error" role="alert" hidden>
        {passkeys.failed}
      </p>
      <Button kind="quiet">{passkeys.signIn}</Button>
    </form>
  );
}
