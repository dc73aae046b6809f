-- Club games that are cancelled, and the games of a weekly series. Nodes of the version before ignore these columns.
alter table game add column cancelled_at bigint;                -- ms since 1970; null: it takes place
alter table game add column cancellation_reason text;
alter table game add column series_id bigint;                   -- id of the first game of the series; null: of itself
