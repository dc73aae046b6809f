// The pictures that the address of a screen or an overlay names: the images of sponsors and a crest.
import { readSponsors } from './sponsors.ts';
import { crestProblems } from './theme.ts';

/** The pictures that can be shown. `crest`: the address of the picture that the server has for the crest; null for none. */
export function readPictures(
  values: { readonly sponsors: readonly string[]; readonly crest?: string | undefined },
  crest: string | null,
) {
  const images = readSponsors(values.sponsors);
  const noCrest = crestProblems(values.crest, crest);
  return {
    sponsors: images.sponsors,
    crest: noCrest.length === 0 ? crest : null,
    problems: [...images.problems, ...noCrest],
    /** The names of the parameters with a problem. */
    invalid: [...(images.problems.length === 0 ? [] : ['sponsors']), ...(noCrest.length === 0 ? [] : ['crest'])],
  };
}
