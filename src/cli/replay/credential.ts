// Creates a credential for one replay with the admin token: an app token for the match's resource, made by an import. It
// affects no existing key and is revoked after the replay.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ReplayOptions } from './options.ts';
import { type Rest, RestFailure } from './rest.ts';

/** The match to write. */
type CredentialOptions = Pick<ReplayOptions, 'match' | 'tournament' | 'game' | 'club'>;
type ReplayCredential = { readonly token: string; revoke(): Promise<void> };

const exported = z.object({
  clubs: z.array(z.object({ slug: z.string(), games: z.array(z.object({ slug: z.string() })).nullish() })).nullish(),
  tournaments: z
    .array(z.object({ slug: z.string(), matches: z.array(z.object({ id: z.number() })).nullish() }))
    .nullish(),
});

/** `admin`: calls with the admin token. Throws RestFailure for an unknown match or game. */
export async function createReplayCredential(admin: Rest, wanted: CredentialOptions): Promise<ReplayCredential> {
  const token = `replay-${randomBytes(24).toString('base64url')}`;
  const resource = wanted.game === null ? await tournamentToken(admin, wanted) : await clubToken(admin, wanted);
  const write = async (revoked: boolean): Promise<void> => {
    const file = { touchline_data: 1, tokens: [{ ...resource, app_name: 'Replay', token, revoked }] };
    await admin.send('POST', '/api/admin/import', file);
  };
  await write(false);
  return { token, revoke: () => write(true) };
}

async function tournamentToken(admin: Rest, { match, tournament }: CredentialOptions): Promise<object> {
  if (tournament !== null) return { kind: 'tournament_app', tournament };
  const { tournaments } = await everything(admin, '--tournament');
  const found = tournaments?.find(({ matches }) => matches?.some(({ id }) => String(id) === match));
  if (!found) throw new RestFailure(404, `No tournament has the match ${match}.`);
  return { kind: 'tournament_app', tournament: found.slug };
}

async function clubToken(admin: Rest, { game, club }: CredentialOptions): Promise<object> {
  if (club !== null) return { kind: 'club_app', club };
  const { clubs } = await everything(admin, '--club');
  const found = clubs?.filter(({ games }) => games?.some(({ slug }) => slug === game)) ?? [];
  const [only, another] = found;
  if (!only) throw new RestFailure(404, `No club has the game ${game}.`);
  if (another) throw new RestFailure(404, `Several clubs have a game ${game}. Name the club with --club.`);
  return { kind: 'club_app', club: only.slug };
}

/** `option`: with it, no export is needed to find the match. */
async function everything(admin: Rest, option: string): Promise<z.infer<typeof exported>> {
  try {
    const { body } = await admin.send('GET', '/api/admin/export');
    return exported.parse(body);
  } catch (error) {
    if (!(error instanceof RestFailure) || error.status !== null) throw error;
    throw new RestFailure(null, `${error.message} If the server has much data, name ${option}.`, error);
  }
}
