-- Sessions that somebody signed out of before they were over. All others are known by their signature alone.

create table ended_session (
  id uuid primary key,
  expires_at bigint not null                                   -- ms since 1970; then the row may go
);
create index ended_session_over on ended_session (expires_at);
