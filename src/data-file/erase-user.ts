// Erases a person (rule NAME-6): the row stays under another name, so that statistics stay. All data that could identify the
// person or act for the person is deleted, also in markers, goal lists and the log.
import { isDeepStrictEqual } from 'node:util';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import type { ManualGoal, ManualResult, StoredMarker } from '../match/command.ts';
import type { StoredChange } from '../match/log-row.ts';
import { nameKey, namePattern, wholeWords } from '../match/whole-words.ts';
import type { PlayerRef } from '../../protocol/rest/marker.ts';
import { notFound } from '../ops/not-found.ts';
import { transaction } from '../store/driver/transaction.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { IMPORT_LOCK } from '../store/integrations.ts';
import { release } from '../store/log/reserve.ts';
import { lockMatches, moveMatches } from './live-matches.ts';

const ERASED_NAME = 'Deleted player';

/** `affected`: matches that changed; each has a new `seq`. Empty when the user was erased before. */
type Erased = { readonly affected: readonly MatchRef[] };

/** Erases a user. Throws Problem 404 for an unknown id. Erasing again changes nothing. */
export function eraseUser(sql: Sql, id: number): Promise<Erased> {
  return transaction(sql, async (tx) => {
    // The same lock as imports, because they write the same rows.
    await tx`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
    const [user] = await tx<{ name: string }[]>`select name from app_user where id = ${id}::bigint`;
    if (user === undefined) throw notFound('User');
    const person = { id, name: user.name, key: nameKey(user.name), inText: wholeWords([user.name]) };
    const shown = person.name === ERASED_NAME ? [] : await matchesShowing(tx, person);
    const named = await matchesNaming(tx, id);
    await eraseRows(tx, person);
    // Reserves before reading, like imports: new markers and changes of a line-up wait for these reservations.
    const locked = await lockMatches(tx, [...new Set([...shown, ...named])]);
    if (person.name !== ERASED_NAME) await eraseFillIns(tx, person);
    const changed = new Set(shown);
    for (const { ref } of locked) if (await eraseMatch(tx, ref, person)) changed.add(ref);
    // Messages, and what nodes keep of a channel, may have the name also where only a line-up of before had it.
    const told = person.name === ERASED_NAME ? locked.filter(({ ref }) => changed.has(ref)) : locked;
    const moved = told.map(({ ref, seq }) => ({ ref, seq: seq + 1, hand: null, erased: true as const }));
    await moveMatches(tx, moved);
    const refs = told.map(({ ref }) => ref);
    await eraseOnAir(tx, person, refs);
    await tx`delete from webhook_delivery where channel = any(${refs})`;
    await release(
      tx,
      locked.map(({ id: match }) => match),
    );
    return { affected: moved.map(({ ref }) => ref) };
  });
}

/** `key`: of the name in any spelling. `inText`: finds the name in a text. */
type Person = { readonly id: number; readonly name: string; readonly key: string; readonly inText: RegExp };

/** Games and matches with the user in the roster, or with a fill-in of this name. */
async function matchesShowing(sql: ISql, person: Person): Promise<MatchRef[]> {
  const { id } = person;
  const rows = await sql<{ ref: MatchRef }[]>`
    select 'game:' || game_id as ref from game_participant where player_type = 'user' and player_id = ${id}::bigint
    union
    select 'match:' || match_id from match_lineup where user_id = ${id}::bigint
    union
    select 'match:' || m.id from tournament_match m join tournament_player p
      on p.user_id = ${id}::bigint and p.team_id in (m.home_team_id, m.away_team_id)`;
  return [...rows, ...(await fillInsNamed(sql, person))].map(({ ref }) => ref);
}

/** Games and matches where a marker, a goal list or the log names the user by id. */
async function matchesNaming(sql: ISql, id: number): Promise<MatchRef[]> {
  const vars = JSON.stringify({ id });
  const primary = '$.**.primary ? (@.id == $id)';
  const secondary = '$.**.secondary ? (@.id == $id)';
  const goals = '$.**.list[*] ? (@.user_id == $id || @.assister_user_id == $id)';
  const rows = await sql<{ ref: MatchRef }[]>`
    with stored as (
      select ref, body as value from marker
      union all select ref, hand from live_match
      union all select l.ref, r.changes::jsonb from match_log r join live_match l on l.id = r.match
    )
    select distinct ref from stored
    where jsonb_path_exists(value, ${primary}::text::jsonpath, ${vars}::text::jsonb)
      or jsonb_path_exists(value, ${secondary}::text::jsonpath, ${vars}::text::jsonb)
      or jsonb_path_exists(value, ${goals}::text::jsonpath, ${vars}::text::jsonb)`;
  return rows.map(({ ref }) => ref);
}

/** What `\s+` means in JavaScript. In PostgreSQL it depends on the locale. */
const SPACES = String.raw`[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+`;

/** The person's own rows, rights and credentials. Squads and line-ups stay. */
async function eraseRows(sql: ISql, person: Person): Promise<void> {
  const { id, name } = person;
  const spelled = namePattern(name).replaceAll(String.raw`\s+`, SPACES);
  await sql`delete from passkey where user_id = ${id}::bigint`;
  await sql`
    delete from one_time_link where user_id = ${id}::bigint or made_by = ${id}::bigint
      or lower(email) = (select lower(email) from app_user where id = ${id}::bigint)`;
  // The entries about the person's account have the name, the address, or the name of a device.
  await sql`
    update audit set subject = ${ERASED_NAME}
    where (action like 'invitation%' or action like 'password%' or action like 'passkey%') and subject <> ${ERASED_NAME}
      and (owner_id = ${id}::bigint or (${name} <> ${ERASED_NAME} and subject ~ ${`^${spelled}($|, )`})
        or lower(split_part(subject, ', ', 1)) = (select lower(email) from app_user where id = ${id}::bigint))`;
  // Staff add and change people by name, several at once as `player Ana Silva, player Rui Costa`. A name may have a comma too.
  const entry = `(^|, )(member|player) ${spelled}(?=$|, )`;
  await sql`
    update audit set subject = regexp_replace(subject, ${entry}, ${`\\1\\2 ${ERASED_NAME}`}, 'g')
    where action in ('row_created', 'row_changed', 'row_deleted') and ${name} <> ${ERASED_NAME} and subject ~ ${entry}`;
  // Without a password hash no session is valid.
  await sql`
    update app_user set name = ${ERASED_NAME}, slug = 'deleted-user-' || id, email = null, password_hash = null,
      avatar_url = null, is_admin = false
    where id = ${id}::bigint and (name <> ${ERASED_NAME} or email is not null or password_hash is not null
      or avatar_url is not null or is_admin)`;
  await sql`update club_member set role = 'Member' where user_id = ${id}::bigint and role <> 'Member'`;
  await sql`delete from tournament_organizer where user_id = ${id}::bigint`;
  await sql`
    update tournament_player set jersey_name = null, jersey_size = null
    where user_id = ${id}::bigint and (jersey_name is not null or jersey_size is not null)`;
  // Apps of the person, with the view tokens made with them. A legacy app token is the app's (rule ACCESS-8).
  await sql`delete from api_token where user_id = ${id}::bigint and kind = 'connected_app'`;
  await sql`update api_token set user_id = null where user_id = ${id}::bigint`;
  await sql`delete from view_token where user_id = ${id}::bigint`;
  await eraseReasons(sql, person);
  await sql`
    update audit set user_name = ${ERASED_NAME} where user_id = ${id}::bigint and user_name <> ${ERASED_NAME}`;
}

/** Why a game was cancelled, and the notes of matches, which say why one was awarded or abandoned. */
async function eraseReasons(sql: ISql, person: Person): Promise<void> {
  const cancelled = await sql<{ id: string; text: string }[]>`
    select id::text, cancellation_reason as text from game where cancellation_reason is not null`;
  const named = cancelled.filter(({ text }) => withoutName(text, person) !== text).map(({ id }) => id);
  if (named.length > 0) await sql`update game set cancellation_reason = null where id = any(${named}::bigint[])`;
  const noted = await sql<{ id: string; text: string }[]>`
    select id::text, notes as text from tournament_match where notes is not null`;
  for (const { id, text } of noted) {
    const erased = withoutName(text, person);
    if (erased !== text) await sql`update tournament_match set notes = ${erased} where id = ${id}::bigint`;
  }
}

/**
 * A text on air is free text, so a name in it is not marked as a name. After a gap of `seq`, nodes forget what they kept of the
 * channel: a text of before may have had the name.
 */
async function eraseOnAir(sql: ISql, person: Person, refs: readonly MatchRef[]): Promise<void> {
  if (person.name === ERASED_NAME) return;
  const texts = await sql<{ ref: MatchRef; text: string }[]>`
    select ref, items->'text'->>'text' as text from on_air where items->'text' is not null for update`;
  const named = texts.filter(({ text }) => withoutName(text, person) !== text).map(({ ref }) => ref);
  await sql`
    update on_air set seq = seq + 2, at = at + 1, items = case when ref = any(${named}) then items - 'text' else items end
    where ref = any(${[...new Set([...refs, ...named])]})`;
}

/** The fill-ins with the name in any spelling. `of`: the id of the game or match, `key`: the id of the fill-in. */
async function fillInsNamed(sql: ISql, person: Person) {
  const rows = await sql<{ table: string; column: string; ref: MatchRef; of: string; key: string; name: string }[]>`
    select 'game_lineup_edit' as table, 'game_id' as column, 'game:' || game_id as ref, game_id::text as of,
      key, value->>'name' as name from game_lineup_edit, jsonb_each(edits->'fill_ins')
    union all
    select 'match_lineup_edit', 'match_id', 'match:' || match_id, match_id::text,
      key, value->>'name' from match_lineup_edit, jsonb_each(edits->'fill_ins')`;
  return rows.filter(({ name }) => isNameOf(name, person));
}

async function eraseFillIns(sql: ISql, person: Person): Promise<void> {
  for (const { table, column, of, key } of await fillInsNamed(sql, person))
    await sql`
      update ${sql(table)} set edits = jsonb_set(edits, array['fill_ins', ${key}, 'name'], to_jsonb(${ERASED_NAME}::text))
      where ${sql(column)} = ${of}::bigint`;
}

/** Erases the person in the stored data of one match. Returns whether anything changed. */
async function eraseMatch(sql: ISql, ref: MatchRef, person: Person): Promise<boolean> {
  const markers = await sql<{ id: string; value: StoredMarker }[]>`
    select key as id, body as value from marker where ref = ${ref}`;
  const results = await sql<{ id: MatchRef; value: ManualResult }[]>`
    select ref as id, hand as value from live_match where ref = ${ref}`;
  const log = await sql<{ id: number; value: readonly StoredChange[] }[]>`
    select r.after as id, r.changes as value
    from match_log r join live_match l on l.id = r.match where l.ref = ${ref}`;
  const erasedMarkers = changed(markers, (marker) => withoutPersonInMarker(marker, person));
  const erasedResults = changed(results, (result) => withoutPersonInResult(result, person));
  const erasedLog = changed(log, (changes) => changes.map((change) => withoutPersonInChange(change, person)));
  if (erasedMarkers.length > 0)
    await sql`
      update marker m set body = r.value
      from jsonb_to_recordset(${JSON.stringify(erasedMarkers)}::text::jsonb) as r(id uuid, value jsonb)
      where m.ref = ${ref} and m.key = r.id`;
  for (const { value } of erasedResults)
    await sql`update live_match set hand = ${JSON.stringify(value)}::text::jsonb where ref = ${ref}`;
  if (erasedLog.length > 0)
    await sql`
      update match_log r set changes = e.value
      from json_to_recordset(${JSON.stringify(erasedLog)}::text::json) as e(id integer, value json), live_match l
      where l.ref = ${ref} and r.match = l.id and r.after = e.id`;
  return erasedMarkers.length + erasedResults.length + erasedLog.length > 0;
}

/** The rows that `erase` changes, with their new values. */
const changed = <T, R extends { readonly value: T }>(rows: readonly R[], erase: (value: R['value']) => T) =>
  rows.flatMap((row) => {
    const value = erase(row.value);
    return isDeepStrictEqual(value, row.value) ? [] : [{ ...row, value }];
  });

/** Without a type, `user` is tried first (rule SIDE-1). */
const isPerson = (player: PlayerRef | undefined, { id }: Person): boolean =>
  player?.id === id && (player.type ?? 'user') === 'user';

/** Whole words only: `Ana` is not in `Anabel`. */
const withoutName = (text: string, { name, inText }: Person): string =>
  name === ERASED_NAME ? text : text.replaceAll(inText, ERASED_NAME);

const isNameOf = (text: string | undefined, { key }: Person): boolean => text !== undefined && nameKey(text) === key;

function withoutPersonInMarker(marker: StoredMarker, person: Person): StoredMarker {
  const { primary, scorer, label } = marker;
  const isNamed = isPerson(primary, person) || (primary === undefined && isNameOf(scorer, person));
  return {
    ...marker,
    ...(isNamed && scorer ? { scorer: ERASED_NAME } : {}),
    ...(label === undefined ? {} : { label: withoutName(label, person) }),
  };
}

function withoutPersonInGoal(goal: ManualGoal, person: Person): ManualGoal {
  const { id } = person;
  const isScorer = goal.user_id === undefined ? isNameOf(goal.scorer, person) : goal.user_id === id;
  const isAssister =
    goal.assister_user_id === undefined ? isNameOf(goal.assister, person) : goal.assister_user_id === id;
  return {
    ...goal,
    ...(isScorer ? { scorer: ERASED_NAME } : {}),
    ...(isAssister && goal.assister !== undefined ? { assister: ERASED_NAME } : {}),
  };
}

const withoutPersonInResult = ({ goals, ...rest }: ManualResult, person: Person): ManualResult =>
  withoutUndefined({
    ...rest,
    goals: goals?.map((entry) => ({ ...entry, list: entry.list.map((goal) => withoutPersonInGoal(goal, person)) })),
  });

function withoutPersonInChange(change: StoredChange, person: Person): StoredChange {
  const hand = change.hand && withoutPersonInResult(change.hand, person);
  if ('edited' in change) return withoutUndefined({ ...change, hand });
  return withoutUndefined({ ...change, put: change.put?.map((marker) => withoutPersonInMarker(marker, person)), hand });
}
