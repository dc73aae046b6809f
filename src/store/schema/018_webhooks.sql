-- Webhooks of clubs and tournaments. They read the log behind the commits: nothing here is written with a marker.

create table webhook (
  id uuid primary key,
  club_id bigint references club on delete cascade,
  tournament_id bigint references tournament on delete cascade,
  url text not null,
  events jsonb not null,                                       -- array of text: WebhookEvent in protocol/rest/webhook.ts
  secret text not null,                                        -- encrypted (src/auth/encryption.ts)
  earlier_secret text,                                         -- encrypted; signs too until `earlier_until`
  earlier_until bigint,
  created_at bigint not null,
  paused_at bigint,                                            -- null while it sends
  paused_reason text,
  constraint webhook_resource check (num_nonnulls(club_id, tournament_id) = 1)
);
create index webhook_club on webhook (club_id);
create index webhook_tournament on webhook (tournament_id);

-- How far each webhook has read the log of each match.
create table webhook_cursor (
  webhook_id uuid not null references webhook on delete cascade,
  match integer not null,                                      -- live_match.id
  seq integer not null,                                        -- the events of all changes up to here are delivered
  nth integer not null default 0,                              -- … and so many events of the next change
  attempts integer not null default 0,                         -- of the next message, all failed
  -- When a node may take it; null: everything is read. A node that takes it moves this into the future: that is its lease.
  due_at bigint,
  primary key (webhook_id, match)
);
create index webhook_cursor_due on webhook_cursor (due_at) where due_at is not null;

create table webhook_delivery (
  webhook_id uuid not null references webhook on delete cascade,
  id text not null,                                            -- the webhook-id
  place bigint not null generated always as identity,          -- the order in which they were first sent
  channel text not null,
  body text not null,                                          -- as it is sent
  created_at bigint not null,
  attempts integer not null,
  attempted_at bigint not null,
  status integer,                                              -- the HTTP status of the newest attempt; null without an answer
  answer text not null,
  delivered_at bigint,
  next_at bigint,
  primary key (webhook_id, id)
);
create index webhook_delivery_newest on webhook_delivery (webhook_id, place);
create index webhook_delivery_age on webhook_delivery (created_at);
