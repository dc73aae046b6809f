// Names of more than 60 letters without a space in every dialog of the console.
import { expect, test } from 'vitest';
import { faultsOf } from '../../support/console-faults.ts';
import { consoleOn } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { autumnCup, openingMatch, springCup } from '../../support/world/tournaments.ts';
import { world } from '../../support/world/world.ts';

const LATIN = 'Konstantinopolitanischerdudelsackpfeifenmachergesellenverein12345';
const ARABIC = `مدرسة${'الرياضيةالوطنيةالكبرىلكرةالقدم'.repeat(2)}`;
const SIZES = [
  [390, 844],
  [320, 568],
  [844, 390],
  [1280, 800],
] as const;

function worldWithLongNames() {
  const lineups = {
    home: { starters: [{ user_id: 1 }, { user_id: 2 }], substitutes: [{ user_id: 4 }] },
    away: { starters: [{ user_id: 3 }], substitutes: [{ user_id: 5 }] },
  };
  const cup = autumnCup({ matches: [openingMatch({ lineups })] });
  const teams = cup.teams.map((team) => ({ ...team, name: team.id === 71 ? LATIN : ARABIC }));
  const { users, ...data } = world();
  const named = users.map((user) => ({ ...user, name: user.id % 2 === 0 ? LATIN : ARABIC }));
  return { ...data, users: named, tournaments: [{ ...cup, teams }, springCup()] };
}

const site = openSiteForTests({ data: worldWithLongNames() });
const { open } = consoleOn(site);

test.each(['en', 'ar'])('no name of 65 letters is cut or beside the page, in %s', async (locale) => {
  const phone = await open('match:701', TOKENS.tournament, { context: { locale } });
  const { page } = phone;
  const faults: string[] = [];
  const look = async (what: string): Promise<void> => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      faults.push(...(await page.evaluate(faultsOf)).map((fault) => `${what}, ${width} × ${height}: ${fault}`));
    }
  };
  await look('the pitch');
  for (const type of ['Goal', 'Goal', 'YellowCard', 'Substitution']) {
    for (const side of ['home', 'away'] as const) {
      await phone.press(side, type);
      await page.locator('dialog').waitFor();
      await look(`${type} of ${side}`);
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
  }
  await page.getByTestId('duplicate').waitFor();
  await look('the history and goals that are there twice');
  expect(faults).toEqual([]);
  await phone.close();
});
