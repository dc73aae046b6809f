// A wet thumb taps twice. The second tap would land on what the first one brought: on a player of the question, or on the goal
// button below the question that it answered (rule PAGE-39).

/** A second tap within this time, ms, and this near, px, is a part of the first one. */
const BOUNCE_MS = 350;
const NEAR = 30;

type Tap = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY'>;

/** Tells for each tap, in their order, whether it belongs to the one before. */
export function openBounces() {
  let last: Tap | null = null;
  return (tap: Tap): boolean => {
    const before = last;
    last = tap;
    return (
      before !== null &&
      tap.timeStamp - before.timeStamp < BOUNCE_MS &&
      Math.hypot(tap.clientX - before.clientX, tap.clientY - before.clientY) < NEAR
    );
  };
}

/** Buttons that are meant to be tapped in a row, and fields, in which a second tap selects a word. */
const REPEATED = '[data-repeats], input, select, textarea';

const isIn = ({ target }: Event, places: string): boolean =>
  target instanceof Element && target.closest(places) !== null;

/**
 * Drops the second tap of a finger, and the second click of a double-click, before any button has it: it would restore what the
 * first one undid. The browser counts the clicks of a mouse. A keyboard does not bounce, but a key that is held presses again and
 * again, and next the button that gets the focus.
 */
export function dropBounces(): void {
  const isBounce = openBounces();
  let isTouch = false;
  const options = { capture: true };
  document.addEventListener(
    'keydown',
    (event) => {
      const isHeld = event.repeat && event.key === 'Enter';
      if (isHeld && isIn(event, ':not([data-repeats]) > button')) event.preventDefault();
    },
    options,
  );
  document.addEventListener('pointerdown', ({ pointerType }) => void (isTouch = pointerType === 'touch'), options);
  document.addEventListener(
    'click',
    (event) => {
      // The number of clicks is 0 when a key or a screen reader made the event.
      if (event.detail === 0) return;
      if (isIn(event, REPEATED)) return;
      if (isTouch ? !isBounce(event) : event.detail === 1) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );
}
