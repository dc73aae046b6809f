-- The zone in which staff read and type the times of a tournament.
alter table tournament add column timezone text not null default 'UTC';
