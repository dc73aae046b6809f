// The dialogs of the console.
import { ClockDialog } from '../console/clock-dialog.tsx';
import { Confirm } from '../console/dialog.tsx';
import { KeyMap } from '../console/keys.tsx';
import { LineupDialog } from '../console/lineup-dialog.tsx';
import { MoreMarkers } from '../console/more.tsx';
import { HandoverDialog } from '../console/other-phone.tsx';
import { PenaltyDialog } from '../console/penalty-dialog.tsx';
import { Sheet } from '../console/sheet.tsx';
import { pairingOf } from '../design/sample-fixture.ts';
import { SAMPLE_NOW, sampleOf } from '../design/samples.ts';
import { qrPath } from '../shared/qr.ts';

const nothing = (): void => undefined;

export function DialogPart({ name }: { name: string }) {
  const { search } = location;
  const pairing = pairingOf(search);
  const board = sampleOf(search).matches['704'];
  if (!board) return null;
  const team = pairing.home.name;
  switch (name) {
    case 'sheet': {
      const query = new URLSearchParams(search);
      const type = query.get('type') === 'Substitution' ? 'Substitution' : 'Goal';
      const draft = { id: 'new', timestamp: new Date(SAMPLE_NOW).toISOString(), type, team: 'home' } as const;
      const on = { onDone: nothing, onNamed: nothing, onCancel: nothing, onClose: nothing };
      return (
        <Sheet
          pairing={pairing}
          board={board}
          draft={draft}
          {...on}
          stage="pressed"
          isSaved={false}
          begun={undefined}
        />
      );
    }
    case 'penalty':
      return <PenaltyDialog team={team} onOutcome={nothing} onClose={nothing} />;
    case 'more':
      return <MoreMarkers team={team} onPress={nothing} onKeepers={nothing} onClose={nothing} />;
    case 'clock':
      return (
        <ClockDialog
          clock={board.clock}
          now={() => SAMPLE_NOW}
          onSet={nothing}
          onClose={nothing}
          isPossible={() => true}
        />
      );
    case 'keys':
      return <KeyMap onClose={nothing} />;
    case 'number':
      return <LineupDialog player={pairing.players[3] ?? null} team="home" onChange={nothing} onClose={nothing} />;
    case 'fill-in':
      return <LineupDialog player={null} team="home" onChange={nothing} onClose={nothing} />;
    case 'other-phone':
      return <HandoverDialog made={madeOf(new URLSearchParams(search).get('made'))} onClose={nothing} />;
    case 'confirm':
      return <Confirm question="End the match?" yes="Full time" onYes={nothing} onNo={nothing} isDanger />;
    default:
      throw new Error(`There is no part "${name}".`);
  }
}

/** The answer to the request for an address. */
function madeOf(kind: string | null): Parameters<typeof HandoverDialog>[0]['made'] {
  if (kind === 'loading') return null;
  if (kind === 'offline' || kind === 'refused') return { kind };
  const url = 'https://scores.example.org/console/match:704#link=0123456789abcdef0123456789abcdef';
  return { kind: 'done', value: { url, code: qrPath(url) } };
}
