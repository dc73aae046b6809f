// `…/games/{game}/edit?ask=cancel` and `?ask=restore`: cancels a game, or brings it back, alone or with the games of its series that
// follow (rules MANAGE-14 and MANAGE-15).
import { REASON_MAX } from '../../../../protocol/data-file/game.ts';
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { ConfirmationPage } from '../../layout/confirmation.tsx';
import { Check, TextArea } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { Notice } from '../../layout/notice.tsx';
import { PageProblem } from '../../layout/page-problem.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { keptFields, type Saved, saveShown, shownFields, shownIn } from '../save-row.ts';
import type { Staff } from '../staff.ts';
import { gameAddress, type GamePagesDeps, orGone, requireGame } from './form-answer.tsx';
import { storedGame } from './game-form.ts';
import { isForFollowing, ScopeField } from './scope-field.tsx';

type Asked = {
  readonly key: string;
  readonly row: Row;
  /** What the visitor sent and what is wrong with it; null: the page is shown for the first time. */
  readonly refused?: { readonly sent: URLSearchParams; readonly message: string; readonly hasResults: boolean };
};

/** The question before a game is cancelled. With `refused` it is shown again, as 422. */
export async function askCancel(deps: GamePagesDeps, staff: Staff, { key, row, refused }: Asked): Promise<Answer> {
  const { visit, resource } = staff;
  const words = visit.words.games.cancellation;
  const game = storedGame(row.file);
  const following = await deps.integrations.readFollowing(resource.id, key);
  const hidden = refused === undefined ? shownFields(row) : keptFields(shownIn(refused.sent));
  return visit.html(
    refused === undefined ? 200 : 422,
    <ConfirmationPage
      title={words.title(game.title)}
      consequences={words.consequences}
      button={words.yes}
      {...confirmationOf(staff, key)}
      fields={{ action: 'cancel', ...hidden }}
    >
      {refused?.hasResults === true && <Notice kind="error" title={refused.message} />}
      {refused?.hasResults === false && <FaultNotice faults={[{ path: '', message: refused.message }]} />}
      <TextArea
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        area={{ rows: 2, maxLength: REASON_MAX }}
        value={refused?.sent.get('reason') ?? game.cancellation_reason ?? ''}
      />
      <ScopeField following={following.length} isChosen={refused !== undefined && isForFollowing(refused.sent)} />
      {refused?.hasResults === true && <Check name="anyway" value="yes" label={words.anyway} />}
    </ConfirmationPage>,
  );
}

/** What both questions about a game have in common. */
const confirmationOf = (staff: Staff, key: string) => ({
  back: staff.visit.words.tournament.back,
  visitor: staff.visit.visitor,
  address: gameAddress(staff, key),
});

/** The question before a cancelled game takes place after all. */
export async function askRestore(deps: GamePagesDeps, staff: Staff, { key, row }: Asked): Promise<Answer> {
  const { visit, resource } = staff;
  const words = visit.words.games.cancellation;
  const following = await deps.integrations.readFollowing(resource.id, key);
  return visit.html(
    200,
    <ConfirmationPage
      title={words.restoreTitle(storedGame(row.file).title)}
      consequences={words.restoreConsequences}
      button={words.restoreYes}
      {...confirmationOf(staff, key)}
      fields={{ action: 'restore', ...shownFields(row) }}
    >
      <ScopeField following={following.length} isChosen={false} />
    </ConfirmationPage>,
  );
}

/** Cancels the game that was shown. Throws Problem 404 when it was deleted, 412 when another change came first. */
export async function cancelGame(
  deps: GamePagesDeps,
  staff: Staff,
  key: string,
  sent: URLSearchParams,
): Promise<Answer> {
  const { words } = staff.visit;
  const row = await requireGame(deps, staff, key);
  const reason = (sent.get('reason') ?? '').trim();
  const refuse = (message: string, hasResults: boolean): Promise<Answer> =>
    askCancel(deps, staff, { key, row, refused: { sent, message, hasResults } });
  if (reason.length > REASON_MAX) return refuse(words.games.faults.tooLong(REASON_MAX), false);
  const following = isForFollowing(sent);
  const cancellation = { reason: reason || null, following, evenWithResults: sent.get('anyway') === 'yes' };
  const shown = shownIn(sent);
  const saved = await orGone(staff, () =>
    saveShown(
      deps,
      staff,
      { kind: 'game', key, shown },
      {
        save: (target) => deps.managed.cancel(target, key, cancellation, shown.etag),
        inUse: words.games.cancellation.hasResults,
      },
    ),
  );
  if (saved.outcome === 'refused') {
    const message = saved.faults[0]?.message ?? words.games.cancellation.hasResults;
    return refuse(message, message === words.games.cancellation.hasResults);
  }
  return doneOrStale(staff, saved, 'cancelled');
}

/** Takes back the cancellation that was shown. Throws Problem 404, 409 or 412. */
export async function restoreGame(
  deps: GamePagesDeps,
  staff: Staff,
  key: string,
  sent: URLSearchParams,
): Promise<Answer> {
  const shown = shownIn(sent);
  const saved = await orGone(staff, () =>
    saveShown(
      deps,
      staff,
      { kind: 'game', key, shown },
      {
        save: (target) => deps.managed.restore(target, key, isForFollowing(sent), shown.etag),
      },
    ),
  );
  if (saved.outcome === 'refused') throw new PageProblem(409, saved.faults[0]?.message ?? '');
  return doneOrStale(staff, saved, 'restored');
}

function doneOrStale(
  staff: Staff,
  saved: Exclude<Saved, { readonly outcome: 'refused' }>,
  done: 'cancelled' | 'restored',
): Answer {
  if (saved.outcome === 'saved') return seeOther(`${staff.address}?done=${done}`);
  const { staff: words, problems } = staff.visit.words;
  const title = saved.by === null ? words.stale.unknown : words.stale.by(saved.by);
  throw new PageProblem(412, title, { hint: problems[409].advice });
}
