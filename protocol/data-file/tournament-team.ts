// A team of a tournament in the data file.
import { z } from 'zod';
import { NAME_MAX } from '../rest/fields.ts';
import { color, id, name, shortName, shownName, url } from './fields.ts';

export const tournamentTeamSchema = z.strictObject({
  id,
  name,
  short_name: shortName,
  club_id: id.nullish(),
  group_name: shownName(NAME_MAX),
  /** The default is the crest of the club. */
  badge_url: url,
  /** Of the shirts. Without one, pages and screens choose. */
  jersey_color: color,
});
