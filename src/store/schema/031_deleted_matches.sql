-- The newest row in the log of a deleted match stays, so that no commit that waited for the deletion takes its place. A writer
-- that waits to reserve the next row gets none.
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
    continue when match is null and not exists (select from live_match l where l.id = wanted);
    if match is null then raise exception 'the next log row of match % cannot be reserved', wanted; end if;
    return next;
  end loop;
end $$;
