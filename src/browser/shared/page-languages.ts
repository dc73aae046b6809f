// The texts of the pages that the server makes, in all languages.
import { ar as arAccount } from './lang/account/ar.ts';
import { de as deAccount } from './lang/account/de.ts';
import { en as enAccount } from './lang/account/en.ts';
import { es as esAccount } from './lang/account/es.ts';
import { fr as frAccount } from './lang/account/fr.ts';
import { pt as ptAccount } from './lang/account/pt.ts';
import { ar as arBuild } from './lang/build/ar.ts';
import { de as deBuild } from './lang/build/de.ts';
import { en as enBuild } from './lang/build/en.ts';
import { es as esBuild } from './lang/build/es.ts';
import { fr as frBuild } from './lang/build/fr.ts';
import { pt as ptBuild } from './lang/build/pt.ts';
import { ar as arGames } from './lang/games/ar.ts';
import { de as deGames } from './lang/games/de.ts';
import { en as enGames } from './lang/games/en.ts';
import { es as esGames } from './lang/games/es.ts';
import { fr as frGames } from './lang/games/fr.ts';
import { pt as ptGames } from './lang/games/pt.ts';
import { ar as arManage } from './lang/manage/ar.ts';
import { de as deManage } from './lang/manage/de.ts';
import { en as enManage } from './lang/manage/en.ts';
import { es as esManage } from './lang/manage/es.ts';
import { fr as frManage } from './lang/manage/fr.ts';
import { pt as ptManage } from './lang/manage/pt.ts';
import { ar } from './lang/pages/ar.ts';
import { de } from './lang/pages/de.ts';
import { en } from './lang/pages/en.ts';
import { es } from './lang/pages/es.ts';
import { fr } from './lang/pages/fr.ts';
import { pt } from './lang/pages/pt.ts';
import { ar as arSquad } from './lang/squad/ar.ts';
import { de as deSquad } from './lang/squad/de.ts';
import { en as enSquad } from './lang/squad/en.ts';
import { es as esSquad } from './lang/squad/es.ts';
import { fr as frSquad } from './lang/squad/fr.ts';
import { pt as ptSquad } from './lang/squad/pt.ts';
import { ar as arStaff } from './lang/staff/ar.ts';
import { de as deStaff } from './lang/staff/de.ts';
import { en as enStaff } from './lang/staff/en.ts';
import { es as esStaff } from './lang/staff/es.ts';
import { fr as frStaff } from './lang/staff/fr.ts';
import { pt as ptStaff } from './lang/staff/pt.ts';
import { ar as arTournament } from './lang/tournament/ar.ts';
import { de as deTournament } from './lang/tournament/de.ts';
import { en as enTournament } from './lang/tournament/en.ts';
import { es as esTournament } from './lang/tournament/es.ts';
import { fr as frTournament } from './lang/tournament/fr.ts';
import { pt as ptTournament } from './lang/tournament/pt.ts';
import { ar as arWebhooks } from './lang/webhooks/ar.ts';
import { de as deWebhooks } from './lang/webhooks/de.ts';
import { en as enWebhooks } from './lang/webhooks/en.ts';
import { es as esWebhooks } from './lang/webhooks/es.ts';
import { fr as frWebhooks } from './lang/webhooks/fr.ts';
import { pt as ptWebhooks } from './lang/webhooks/pt.ts';
import type { Language } from './language.ts';
import { placeLanguages } from './place-languages.ts';
import type { PageWords } from './words.ts';

const tables = {
  en: { ...en, ...enManage, ...enBuild, ...enStaff, ...enGames, ...enTournament, ...enWebhooks, ...enSquad },
  pt: { ...pt, ...ptManage, ...ptBuild, ...ptStaff, ...ptGames, ...ptTournament, ...ptWebhooks, ...ptSquad },
  es: { ...es, ...esManage, ...esBuild, ...esStaff, ...esGames, ...esTournament, ...esWebhooks, ...esSquad },
  fr: { ...fr, ...frManage, ...frBuild, ...frStaff, ...frGames, ...frTournament, ...frWebhooks, ...frSquad },
  de: { ...de, ...deManage, ...deBuild, ...deStaff, ...deGames, ...deTournament, ...deWebhooks, ...deSquad },
  ar: { ...ar, ...arManage, ...arBuild, ...arStaff, ...arGames, ...arTournament, ...arWebhooks, ...arSquad },
};
const accounts = { en: enAccount, pt: ptAccount, es: esAccount, fr: frAccount, de: deAccount, ar: arAccount };

const wordsIn = (language: Language): PageWords => ({
  ...tables[language],
  account: accounts[language],
  fixtures: placeLanguages[language],
});

export const pageLanguages: Readonly<Record<Language, PageWords>> = {
  en: wordsIn('en'),
  pt: wordsIn('pt'),
  es: wordsIn('es'),
  fr: wordsIn('fr'),
  de: wordsIn('de'),
  ar: wordsIn('ar'),
};
