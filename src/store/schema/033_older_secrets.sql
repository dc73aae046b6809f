-- The secrets before `earlier_secret` that sign too, newest first: array of {secret, until}, as `earlier_secret` and `earlier_until`.
alter table webhook add column older_secrets jsonb not null default '[]';
