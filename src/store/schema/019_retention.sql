-- When old rows are looked for next. One row: the node that moves it removes them.

create table retention (
  is_only boolean primary key default true check (is_only),
  due_at timestamptz not null default now()
);
insert into retention default values;
