// The records of a data file, with the lists that every record of the world has.
import type { DataFile } from '../../../protocol/data-file/data-file.ts';

type Of<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;
type FileClub = Of<DataFile['clubs']>;
type FileTournament = Of<DataFile['tournaments']>;

export type User = Of<DataFile['users']>;
export type Member = Of<FileClub['members']>;
type FileGame = Of<FileClub['games']>;
export type Game = FileGame & { teams: Of<FileGame['teams']>[] };
export type Club = FileClub & { members: Member[]; games: Game[] };
type Team = Of<FileTournament['teams']>;
type Player = Of<FileTournament['players']>;
export type Match = Of<FileTournament['matches']>;
export type Tournament = FileTournament & { teams: Team[]; players: Player[]; matches: Match[] };
export type Token = Of<DataFile['tokens']>;

export type World = {
  touchline_data: 1;
  users: User[];
  juniors: Of<DataFile['juniors']>[];
  clubs: Club[];
  tournaments: Tournament[];
  tokens: Token[];
};
