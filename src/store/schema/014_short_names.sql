-- Short names of teams, as scorebugs show them, and tournaments that have no public pages.

alter table club add column short_name text;
alter table game_team add column short_name text;
alter table tournament_team add column short_name text;                     -- null: the club's
alter table tournament add column is_private boolean not null default false;
