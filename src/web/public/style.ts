// The stylesheet of public pages, beside the stylesheet of all pages, whose colours it uses.

/** Its address. */
export const PUBLIC_STYLE_ADDRESS = '/public.css';

export const publicStyle = `header .home { margin: 0; }
main.public, .public + footer { max-width: 60rem; }
.public h1 { margin-bottom: 0.5rem; }
.public .about { color: var(--soft); margin: 0 0 1rem; }
.public .board { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--plate); text-align: center; }
.public .board p { margin: 0.25rem 0; }
.public .sides { display: grid; grid-template-columns: 1fr auto 1fr; gap: 0.25rem 1rem; align-items: center; font-size: 1.25rem; font-weight: 700; line-height: 1.25; overflow-wrap: anywhere; }
.public .sides .side { display: flex; align-items: center; justify-content: flex-end; gap: 0.6rem; text-align: end; }
.public .sides .side.away { flex-direction: row-reverse; text-align: start; }
.public .sides .score { font-size: clamp(2.25rem, 9vw, 3.5rem); font-variant-numeric: tabular-nums; line-height: 1.1; white-space: nowrap; }
.public .shirt { flex: none; width: 1.5rem; height: 1.5rem; }
.public .status { color: var(--soft); font-variant-numeric: tabular-nums; }
.public .status.live { color: var(--good); font-weight: 700; }
.public .split { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 0 2rem; align-items: start; }
.public ol.timeline, .public ul.list { list-style: none; margin: 0; padding: 0; }
.public ol.timeline li { display: grid; grid-template-columns: 4rem 1fr; gap: 0.75rem; padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
.public ol.timeline .minute { color: var(--soft); font-variant-numeric: tabular-nums; text-align: end; }
.public ol.timeline .what { font-weight: 600; }
.public ol.timeline .who { display: block; }
.public ul.list li { display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding: 0.4rem 0; border-bottom: 1px solid var(--line); align-items: baseline; }
.public ul.list .end { margin-inline-start: auto; font-variant-numeric: tabular-nums; }
.public ul.list .small, .public .small { color: var(--soft); }
.public ul.list a { padding: 0.15rem 0; }
.public .bars { display: grid; grid-template-columns: 3ch 1fr 3ch; gap: 0 0.75rem; align-items: center; margin: 0; }
.public .bars dt { grid-column: 1 / -1; margin: 0.5rem 0 0; text-align: center; color: var(--soft); }
.public .bars dd { margin: 0; font-variant-numeric: tabular-nums; }
.public .bars dd:first-of-type { text-align: end; }
.public .bars svg { width: 100%; height: 0.6rem; }
.public .bars .home { fill: var(--link); }
.public .bars .away { fill: var(--border); }
.public .kicks { display: flex; flex-wrap: wrap; gap: 0.35rem; list-style: none; margin: 0; padding: 0; }
.public .kicks li { padding: 0 0.5rem; border: 1px solid var(--border); border-radius: 1rem; }
.public .kicks li.in { border-color: var(--good); color: var(--good); font-weight: 600; }
.public .kicks li.out { border-color: var(--bad); color: var(--bad); }
.public .bracket { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(14rem, 1fr); gap: 1rem; align-items: start; overflow-x: auto; padding: 0.25rem; }
.public .bracket h3 { margin-top: 0; }
.public .bracket li { padding: 0.5rem 0.75rem; margin-bottom: 0.75rem; border: 1px solid var(--line); border-radius: 0.4rem; }
.public .bracket ul { list-style: none; margin: 0; padding: 0; }
.public .bracket .line { display: flex; justify-content: space-between; gap: 0.75rem; }
.public .bracket .line > :last-child { flex: none; white-space: nowrap; }
.public .bracket .won { font-weight: 700; }
.public .embed button { margin-top: 0.75rem; }
.public .embed code { display: block; padding: 0.75rem; user-select: all; overflow-wrap: anywhere; }
/* The heading above the table says the same. */
.public .titled caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.public td, .public th { font-variant-numeric: tabular-nums; }
/* A long name breaks; the heads keep the columns of numbers wide enough. */
.public tbody :is(td, th) { overflow-wrap: anywhere; }
.public thead th { overflow-wrap: normal; white-space: nowrap; }
@media (max-width: 30rem) {
  .public .sides { font-size: 1.05rem; gap: 0.25rem 0.5rem; }
  .public .sides .side, .public .sides .side.away { flex-direction: column-reverse; align-items: flex-end; gap: 0.25rem; }
  .public .sides .side.away { align-items: flex-start; }
  .public ol.timeline li { grid-template-columns: 3rem 1fr; }
}
`;
