// `/manage/tournaments/{slug}`: the matches of a tournament by time, with what is wrong.
import type { ScheduleAnswer } from '../../../../protocol/rest/fixtures.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import type { PlayedMatch } from '../../../store/match-list.ts';
import { BesideTitle } from '../../layout/beside-title.tsx';
import { Button, Form } from '../../layout/form.tsx';
import { Notice } from '../../layout/notice.tsx';
import { LongList } from '../../layout/pieces.tsx';
import { usePageLanguage, useWords } from '../../layout/words.tsx';
import { hasScore, scoreText } from '../../public/board.tsx';
import { matchStatusLabel } from '../../../browser/shared/match-status.ts';
import { languages } from '../../../browser/shared/languages.ts';
import { hasOneHalf } from '../../../match/fixture.ts';
import { When } from '../../public/when.tsx';
import type { Site } from '../../site.ts';
import { ManagePage } from '../frame.tsx';
import {
  admitTo,
  labelOf,
  noticeIn,
  placeText,
  titleOf,
  type TournamentPagesDeps,
  type TournamentStaff,
} from './tournament-pages.ts';

export const scheduleRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_tournament',
    path: '/manage/tournaments/{slug}',
    async show(visit) {
      const tournament = await admitTo(deps, visit);
      const schedule = await deps.fixtures.schedule(tournament.staff.resource.slug);
      return visit.html(200, <SchedulePage {...tournament} schedule={schedule} />);
    },
  });

type Props = TournamentStaff & { readonly schedule: ScheduleAnswer };

function SchedulePage(props: Props) {
  const { staff, view, schedule } = props;
  const { tournament: words, staff: staffWords } = useWords();
  const { matches, teams } = view;
  return (
    <ManagePage staff={staff} section="overview" notice={noticeIn(staff.visit)}>
      <Late {...props} />
      <Undecided {...props} />
      {schedule.clashes.length > 0 && <Notice kind="error" title={words.clashes(schedule.clashes.length)} />}
      {matches.length === 0 && <p>{teams.length < 2 ? words.noTeams : words.noMatches}</p>}
      <div class="actions">
        <a
          class={matches.length === 0 && teams.length > 1 ? 'button' : 'button quiet'}
          href={`${staff.address}/fixtures`}
        >
          {staffWords.sections.fixtures}
        </a>
        <a class={teams.length < 2 ? 'button' : 'button quiet'} href={`${staff.address}/teams`}>
          {words.addTeams}
        </a>
        <a class="button quiet" href={`${staff.address}/matches/new`}>
          {words.newMatch}
        </a>
      </div>
      <ul class="game-list">
        <LongList of={matches} entry={(match) => <MatchRow {...props} match={match} />} />
      </ul>
    </ManagePage>
  );
}

/** The console begins a match in one of these statuses, and goes on with it. */
const TO_PLAY = ['scheduled', 'live'];

function MatchRow({ staff, view, zone, schedule, match }: Props & { readonly match: PlayedMatch }) {
  const { language, words } = usePageLanguage();
  const { tournament: texts } = words;
  const { fixture } = match.match;
  const { id } = fixture;
  const title = titleOf(match, words);
  const { scheduledAt, place } = match.details;
  const board = match.match.state.matches[String(id)];
  const where = [place.field, place.pitch].flatMap((part) => part ?? []).join(' · ');
  const hasTeams = fixture.kind === 'match' && fixture.home.id !== null && fixture.away.id !== null;
  const isToPlay = hasTeams && board !== undefined && TO_PLAY.includes(board.status);
  const own = schedule.clashes.filter((clash) => clash.match_id === id || clash.with_match_id === id);
  const other = (clash: (typeof own)[number]): string => {
    const otherId = clash.match_id === id ? clash.with_match_id : clash.match_id;
    const found = view.matches.find((one) => one.match.fixture.id === otherId);
    return found === undefined ? String(otherId) : titleOf(found, words);
  };
  return (
    <li id={`match-${id}`}>
      <p class="row-title">
        <bdi>{title}</bdi>
        {board !== undefined && board.status !== 'scheduled' && (
          <span>
            {matchStatusLabel(board, languages[language], hasOneHalf(fixture))}{' '}
            {hasScore(board) && <BesideTitle title={title} score={scoreText(board)} />}
          </span>
        )}
      </p>
      <p class="small">
        {labelOf(match, view, words)} ·{' '}
        {scheduledAt === null ? texts.noTime : <When at={scheduledAt} lang={language} zone={zone} />}
        {where !== '' && (
          <>
            {' '}
            · <bdi>{where}</bdi>
          </>
        )}
      </p>
      {own.map((clash) => (
        <p key={`${clash.kind}-${clash.match_id}-${clash.with_match_id}`} class="error">
          {texts.clash[clash.kind](other(clash))}
        </p>
      ))}
      <div class="links">
        {isToPlay && (
          <Form action={`/me/console?channel=match:${id}`} csrf={staff.visit.csrf}>
            <Button label={`${words.games.open}: ${title}`}>{words.games.open}</Button>
          </Form>
        )}
        <a href={`${staff.address}/matches/${id}/edit`} aria-label={texts.editOf(title)}>
          {words.staff.edit}
        </a>
        <a href={`${staff.address}/matches/${id}/lineups`} aria-label={texts.lineupsOf(title)}>
          {texts.lineups}
        </a>
        <a href={`/tournaments/${encodeURIComponent(staff.resource.slug)}/matches/${id}`}>{words.home.links.page}</a>
      </div>
    </li>
  );
}

/** Results that were corrected after the match that they decide had begun. */
function Late({ view, schedule }: Props) {
  const words = useWords();
  const { tournament: texts } = words;
  if (schedule.late.length === 0) return null;
  const teamName = (id: number | null): string => view.teams.find((team) => team.id === id)?.name ?? '–';
  return (
    <Notice kind="error" title={texts.lateTitle}>
      <ul>
        {schedule.late.map(({ match_id: id, side, place, team_id: team, playing_team_id: playing }) => {
          const match = view.matches.find((one) => one.match.fixture.id === id);
          const label = match === undefined ? String(id) : labelOf(match, view, words);
          return (
            <li key={`${id}-${side}`}>
              {texts.late(
                label,
                placeText(place, view, words),
                teamName(playing),
                team === null ? texts.open : teamName(team),
              )}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

/** Places among the best of all groups that need lots. */
function Undecided({ view, schedule }: Props) {
  const words = useWords();
  const { tournament: texts } = words;
  if (schedule.undecided.length === 0) return null;
  const namesOf = (ids: readonly number[]): string =>
    ids.map((id) => view.teams.find((team) => team.id === id)?.name ?? '–').join(', ');
  return (
    <Notice kind="error" title={texts.undecidedTitle}>
      <ul>
        {schedule.undecided.map(({ match_id: id, side, place, team_ids: teams }) => {
          const match = view.matches.find((one) => one.match.fixture.id === id);
          const label = match === undefined ? String(id) : labelOf(match, view, words);
          return <li key={`${id}-${side}`}>{texts.undecided(label, placeText(place, view, words), namesOf(teams))}</li>;
        })}
      </ul>
    </Notice>
  );
}
