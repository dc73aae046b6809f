// The way from a list of clubs to a new game of one of them.
import { useWords } from '../../layout/words.tsx';
import { manageAddress } from '../staff.ts';

/** `slug` and `name`: of the club. */
export function NewGameLink({ slug, name }: { readonly slug: string; readonly name: string }) {
  const { games } = useWords();
  return (
    <p>
      <a
        class="button"
        href={`${manageAddress({ kind: 'club', slug })}/games/new`}
        aria-label={`${games.newGame}: ${name}`}
      >
        {games.newGame}
      </a>
    </p>
  );
}
