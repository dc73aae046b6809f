-- How juniors are named where others than staff read (rule NAME-1).

alter table club add column public_names text not null default 'full'
  check (public_names in ('full', 'initials', 'none'));
alter table tournament add column public_names text not null default 'full'
  check (public_names in ('full', 'initials', 'none'));
