-- The colour of the shirts of a tournament team, as #1e40af; null: not known.
alter table tournament_team add column jersey_color text;
