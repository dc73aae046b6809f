-- What staff changed in the line-up of one game or match: shirt numbers, and fill-in players. LineupEdits in
-- src/match/lineup-edits.ts. These rows do not renew the version of all data: a change moves its own match only.

create table game_lineup_edit (
  game_id bigint primary key references game,
  edits jsonb not null
);

create table match_lineup_edit (
  match_id bigint primary key references tournament_match,
  edits jsonb not null
);
