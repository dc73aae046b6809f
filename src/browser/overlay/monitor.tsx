// Messages for the operator, not for the audience: the connection, refused parameters, missing data.
import { useTick } from '../shared/tick.ts';
import type { Follower } from '../shared/channel-view.ts';
import { directionOf, type Language } from '../shared/language.ts';
import { monitorLanguages } from '../shared/monitor-languages.ts';

type MonitorProps = {
  readonly follower: Follower;
  readonly lang: Language;
  readonly lines: readonly string[];
  readonly delay: number;
};

export function Monitor({ follower, lang, lines, delay }: MonitorProps) {
  const words = monitorLanguages[lang];
  const silent = useTick(() => Math.floor(follower.silentMs() / 1_000));
  const wait = useTick(() => {
    const ms = follower.waitMs();
    return ms === null ? null : Math.ceil(ms / 1_000);
  });
  return (
    <aside class={silent >= 10 ? 'monitor bad' : 'monitor'} dir={directionOf(lang)} data-testid="monitor">
      <p>
        {silent >= 10 ? words.noSignal(silent) : words.connected}
        {delay > 0 && ` · ${words.delay(delay)}`}
        {wait !== null && ` · ${words.startsIn(wait)}`}
      </p>
      {lines.map((line) => (
        <p key={line} dir="auto">
          {line}
        </p>
      ))}
    </aside>
  );
}
