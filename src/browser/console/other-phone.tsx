// "Continue on another phone": the code for its camera, and what the other phone shows when the code does not work.
import { useEffect, useState } from 'preact/hooks';
import { handoverWords, words } from './console-words.ts';
import { Dialog } from './dialog.tsx';
import { FaultLine } from './fault-line.tsx';
import { type Address, type Handover, makeAddress } from './handover.ts';
import type { Phone } from './phone.ts';

type OtherPhoneProps = {
  readonly phone: Phone;
  readonly token: string;
  /** The match that the other phone opens; null for the list. */
  readonly channel: string | null;
};

/** The button, and the dialog that it opens. */
export function OtherPhone(props: OtherPhoneProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button class="other-phone" onClick={() => setOpen(true)}>
        {handoverWords.title}
      </button>
      {isOpen && <CodeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function CodeDialog({ phone, token, channel, onClose }: OtherPhoneProps & { readonly onClose: () => void }) {
  const [made, setMade] = useState<Handover<Address> | null>(null);
  useEffect(() => {
    let isClosed = false;
    void phone.store
      .get('token_kind')
      .then((kind) => makeAddress(token, channel, kind))
      .then((answer) => {
        if (!isClosed) setMade(answer);
      });
    return () => {
      isClosed = true;
    };
  }, []);
  return <HandoverDialog made={made} onClose={onClose} />;
}

type HandoverDialogProps = {
  /** Null until the server has answered. */
  readonly made: Handover<Address> | null;
  readonly onClose: () => void;
};

export function HandoverDialog({ made, onClose }: HandoverDialogProps) {
  return (
    <Dialog title={handoverWords.title} onClose={onClose} isSmall>
      {made === null && <p class="quiet">{words.loading}</p>}
      {made !== null && made.kind !== 'done' && (
        <FaultLine text={made.kind === 'offline' ? words.unreachable : words.tokenRefused} />
      )}
      {made?.kind === 'done' && <Code {...made.value} />}
    </Dialog>
  );
}

function Code({ url, code: { size, path } }: Address) {
  return (
    <div class="code">
      <p>{handoverWords.scan}</p>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={handoverWords.code}>
        <path d={path} />
      </svg>
      <label>
        {handoverWords.address}
        <input type="text" readOnly dir="ltr" value={url} onFocus={(event) => event.currentTarget.select()} />
      </label>
    </div>
  );
}

type FailedTakeoverProps = {
  /** `offline`: the link was not used up, so another try may succeed. */
  readonly why: 'refused' | 'offline';
  readonly onRetry: () => void;
  readonly onGoOn: () => void;
};

/** In place of the console, when the code that opened it does not work. */
export function FailedTakeover({ why, onRetry, onGoOn }: FailedTakeoverProps) {
  return (
    <main class="sign-in">
      <h1>{why === 'offline' ? words.unreachable : handoverWords.failed}</h1>
      {why === 'refused' && <p>{handoverWords.failedAdvice}</p>}
      {why === 'offline' && (
        <button class="done" onClick={onRetry}>
          {words.tryAgain}
        </button>
      )}
      <button onClick={onGoOn}>{handoverWords.goOn}</button>
    </main>
  );
}
