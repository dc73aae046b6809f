// A part of the console with a sample for `/design`: /design/console?part=scoring&state=live
import { render } from 'preact';
import { SAMPLE_FIXTURES } from '../design/sample-fixture.ts';
import { Fixtures } from '../console/pick.tsx';
import { KeyQuestion } from '../console/key-question.tsx';
import { FailedTakeover } from '../console/other-phone.tsx';
import { SignIn } from '../console/signin.tsx';
import { DialogPart } from './dialogs.tsx';
import { DirectorSample } from './director.tsx';
import { Scoring, TeamSheets } from './scoring.tsx';
import '../console/styles.css';

const root = document.getElementById('console');
const query = new URLSearchParams(location.search);
if (query.get('theme') === 'sunlight') document.documentElement.dataset['theme'] = 'sunlight';
if (root) render(<Part name={query.get('part') ?? 'scoring'} />, root);

const nothing = (): void => undefined;

function Part({ name }: { name: string }) {
  switch (name) {
    case 'sign-in':
      return <SignIn reason="The token was not accepted." channel={null} waiting={3} onBack={null} onToken={nothing} />;
    case 'key-question':
      return <KeyQuestion waiting={2} onAnswer={nothing} />;
    case 'pick':
      return (
        <main class="pick">
          <Fixtures fixtures={SAMPLE_FIXTURES} onPick={nothing} />
          <Fixtures fixtures={[]} onPick={nothing} />
        </main>
      );
    case 'takeover': {
      const why = query.get('made') === 'offline' ? 'offline' : 'refused';
      return <FailedTakeover why={why} onRetry={nothing} onGoOn={nothing} />;
    }
    case 'air':
      return <DirectorSample />;
    case 'line-ups':
      return <TeamSheets />;
    case 'scoring':
      return <Scoring />;
    default:
      return <DialogPart name={name} />;
  }
}
