-- Sessions ended by signing out. All other sessions are valid by their signature alone.

create table ended_session (
  id uuid primary key,
  expires_at bigint not null                                   -- ms since 1970; then the row may go
);
create index ended_session_over on ended_session (expires_at);
