// Beside the form: the preview, the buttons that try its moments, and the address once there is one.
import type { BuildKind } from '../../browser/builder/fields.ts';
import { type Moment, momentsOf } from '../../browser/builder/moments.ts';
import { qrPath } from '../../browser/shared/qr.ts';
import { Notice } from '../layout/notice.tsx';
import { useWords } from '../layout/words.tsx';

/** The form of which the buttons beside the preview are a part. */
export const FORM_ID = 'build';

type StageProps = {
  readonly kind: BuildKind;
  /** The address; null before a token is made. */
  readonly address: string | null;
  /** Of the token; '' without one. */
  readonly name: string;
  /** The page in the preview. */
  readonly shown: string;
  readonly moment: Moment | 'live';
  /** The channel of a club or a tournament, which is shown as it is. */
  readonly isFeed: boolean;
};

export function Stage({ kind, address, name, shown, moment, isFeed }: StageProps) {
  const { build: words } = useWords();
  const moments = [
    ...(address === null ? [] : (['live'] as const)),
    ...(isFeed && address !== null ? [] : momentsOf(kind, isFeed)),
  ];
  const labelOf = (one: Moment | 'live'): string => words.moments[isFeed ? 'live' : one];
  return (
    <div class="stage">
      <iframe id="preview" class={`preview ${kind}`} src={shown} title={words.preview} />
      <div class="moments" role="group" aria-label={words.tries}>
        {moments.map((one) => (
          <button key={one} type="submit" form={FORM_ID} name="moment" value={one} aria-pressed={one === moment}>
            {labelOf(one)}
          </button>
        ))}
      </div>
      {address === null ? (
        !isFeed && <p class="hint">{words.example}</p>
      ) : (
        <NewAddress kind={kind} address={address} name={name} />
      )}
    </div>
  );
}

function NewAddress({ kind, address, name }: { kind: BuildKind; address: string; name: string }) {
  const { build: words } = useWords();
  const { size, path } = qrPath(address);
  return (
    <section class="made" aria-label={words.newAddress}>
      <Notice kind="good" title={words.secret}>
        {name !== '' && (
          <p>
            <b dir="auto">{name}</b>
          </p>
        )}
        <p>{words.advice[kind]}</p>
      </Notice>
      <div class="field address">
        <label for="address">{words.address}</label>
        <textarea id="address" dir="ltr" rows={5} readOnly spellcheck={false}>
          {address}
        </textarea>
        <button id="copy" type="button" class="quiet" hidden data-copied={words.copied}>
          {words.copy}
        </button>
      </div>
      <figure class="qr">
        <svg id="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.qr}>
          <path d={path} />
        </svg>
        <figcaption class="hint">{words.qrHint}</figcaption>
      </figure>
    </section>
  );
}
