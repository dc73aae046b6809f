-- Where the sides of a tournament match come from, and the badge of a team that has no club.

alter table tournament_match add column home_from jsonb;       -- Place in protocol/data-file/place.ts; null: the team is set by hand
alter table tournament_match add column away_from jsonb;
create index tournament_match_places on tournament_match (tournament_id) where home_from is not null or away_from is not null;
alter table tournament_team add column badge_url text;         -- null: the club's
