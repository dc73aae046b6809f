-- A reserved row that its writer neither filled nor released is an empty row of the log. No commit could follow it: reserve_next
-- takes it over now, so that the match goes on.
create or replace function reserve_next(refs text[]) returns table (match integer, after integer, at bigint) language plpgsql as $$
declare
  wanted integer;
begin
  for wanted in select l.id from live_match l where l.ref = any(refs) order by l.id loop
    match := null;
    for try in 1..1000 loop
      insert into match_log as r (match, after, at, seq, changes)
      select p.id, p.seq, p.at, p.seq, '[]' from match_position p where p.id = wanted
      on conflict on constraint match_log_pkey do update set changes = excluded.changes where r.seq = r.after
      returning r.match, r.after, r.at into match, after, at;
      exit when found;
    end loop;
    if match is null then raise exception 'the next log row of match % cannot be reserved', wanted; end if;
    return next;
  end loop;
end $$;
