// The texts, one table for each language, in lang/ and its folders:
//
//   lang/                                                 screens and overlays
//   status/                                               these, and the console
//   monitor/                                              the monitor of an overlay
//   console/, markers/, air/, handover/                   the console
//   pages/, manage/ (keys, apps and tokens),              pages that the server makes
//     build/ (forms that make addresses), webhooks/,
//     account/ (links to passwords, invitations)
//   staff/, games/, squad/, tournament/                   pages on which staff manage a club or a tournament
//   places/                                               names in a bracket
//
// To add a language, add its code to language.ts. The compiler then asks for its tables, and lists the texts that English has and
// the new language lacks.
import type { en as account } from './lang/account/en.ts';
import type { en as build } from './lang/build/en.ts';
import type { en as console } from './lang/console/en.ts';
import type { en as handover } from './lang/handover/en.ts';
import type { en as screen } from './lang/en.ts';
import type { en as games } from './lang/games/en.ts';
import type { en as manage } from './lang/manage/en.ts';
import type { en as markers } from './lang/markers/en.ts';
import type { en as monitor } from './lang/monitor/en.ts';
import type { en as pages } from './lang/pages/en.ts';
import type { en as places } from './lang/places/en.ts';
import type { en as squad } from './lang/squad/en.ts';
import type { en as staff } from './lang/staff/en.ts';
import type { en as status } from './lang/status/en.ts';
import type { en as tournament } from './lang/tournament/en.ts';
import type { en as webhooks } from './lang/webhooks/en.ts';

export type Words = Readonly<typeof screen>;
export type StatusWords = Readonly<typeof status>;
export type MarkerWords = Readonly<typeof markers>;
export type ConsoleWords = Readonly<typeof console>;
export type HandoverWords = Readonly<typeof handover>;
export type MonitorWords = Readonly<typeof monitor>;
export type OpenWords = Readonly<typeof pages>;
export type BuildWords = Readonly<typeof build>;
export type ManageWords = Readonly<typeof manage>;
export type StaffWords = Readonly<typeof staff>;
export type PlaceWords = Readonly<typeof places>;
export type SquadWords = Readonly<typeof squad>;
export type TournamentWords = Readonly<typeof tournament>;
export type GamesWords = Readonly<typeof games>;
export type WebhookWords = Readonly<typeof webhooks>;
export type AccountWords = Readonly<typeof account>;
export type PageWords = OpenWords &
  ManageWords &
  BuildWords &
  StaffWords &
  GamesWords &
  SquadWords &
  TournamentWords &
  WebhookWords & { readonly account: AccountWords; readonly fixtures: PlaceWords };
