-- Rows that staff create by REST. Their ids begin at 10^14: data files may not create such rows.
create sequence managed_id minvalue 100000000000000 start 100000000000000;

-- The Idempotency-Key of a creation: the same key again finds the row that it made.
create table creation_key (
  scope text not null,                                         -- the kind, and the id of the club or tournament
  key text not null,
  id bigint not null,
  at bigint not null,                                          -- ms since 1970
  primary key (scope, key)
);
create index creation_key_at on creation_key (at);
