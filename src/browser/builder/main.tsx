// The builder in the browser. The preview, the address and the messages at the fields follow the form while the user fills it
// in. Without this script, the form's buttons do the same.
import { copyOrSelect, sayCopied } from '../shared/copy.ts';
import { readColor } from '../shared/colors.ts';
import {
  addressQuery,
  type BuildKind,
  checkedQuery,
  exampleAddress,
  doPanelsTakeTurns,
  type Looks,
  pageAddress,
} from './fields.ts';
import { qrPath } from '../shared/qr.ts';

/** Delay after the last key press, ms, because each preview loads a page. */
const DEBOUNCE_MS = 400;

const fields = document.getElementById('fields');
const form = fields?.closest('form');
const preview = document.getElementById('preview');

if (fields && form && preview instanceof HTMLIFrameElement) start(fields, form, preview);

function start(element: HTMLElement, builder: HTMLFormElement, frame: HTMLIFrameElement): void {
  const kind: BuildKind = element.dataset['kind'] === 'screen' ? 'screen' : 'overlay';
  const { channel = '', origin = location.origin, looks = '{}' } = element.dataset;
  // Our own server made it: src/web/build/page.tsx.
  const saved = JSON.parse(looks) as Looks;
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[name=moment]')];
  let moment = buttons.find((button) => button.ariaPressed === 'true')?.value ?? 'play';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const textsOf = (name: string): string[] =>
    new FormData(builder).getAll(name).filter((value) => typeof value === 'string');

  /** `isAgain`: the moment was asked for, so it begins again. */
  function show(isAgain = false): void {
    const query = addressQuery(kind, textsOf);
    const [token] = textsOf('token');
    if (token !== undefined) showAddress(origin + pageAddress(kind, channel, token, query));
    const isLive = moment === 'live' && token !== undefined;
    const shown = isLive ? pageAddress(kind, channel, token, query) : exampleAddress(kind, channel, moment, query);
    if (isAgain || frame.getAttribute('src') !== shown) frame.src = shown;
  }

  builder.addEventListener('input', ({ target }) => {
    pick(target);
    const query = addressQuery(kind, textsOf);
    check(builder, query, checkedQuery(kind, query, saved).invalid);
    clearTimeout(timer);
    timer = setTimeout(show, DEBOUNCE_MS);
  });
  builder.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== 'moment') return;
    event.preventDefault();
    moment = submitter.value;
    for (const button of buttons) button.ariaPressed = String(button === submitter);
    show(true);
  });
  // The Enter key presses the button of its part, where it has one. The first button of the form plays a moment.
  builder.addEventListener('keydown', (event) => {
    const { key, isComposing, target } = event;
    if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement)) return;
    const button = target.closest('.part')?.querySelector<HTMLButtonElement>('.actions button');
    if (!button) return;
    event.preventDefault();
    builder.requestSubmit(button);
  });
  for (const picker of builder.querySelectorAll<HTMLInputElement>('input[type=color]')) picker.hidden = false;
  openCopyButton();
}

function openCopyButton(): void {
  const output = document.getElementById('address');
  const button = document.getElementById('copy');
  if (!(output instanceof HTMLTextAreaElement && button instanceof HTMLButtonElement)) return;
  const { copied = '' } = button.dataset;
  button.hidden = false;
  const copy = async (): Promise<void> => {
    if (await copyOrSelect(output.value, () => output.select())) sayCopied(button, copied);
  };
  button.addEventListener('click', () => void copy());
  output.addEventListener('focus', () => output.select());
}

function showAddress(address: string): void {
  const output = document.getElementById('address');
  if (!(output instanceof HTMLTextAreaElement) || output.value === address) return;
  output.value = address;
  const { size, path } = qrPath(address);
  const picture = document.getElementById('qr');
  picture?.setAttribute('viewBox', `0 0 ${size} ${size}`);
  picture?.querySelector('path')?.setAttribute('d', path);
}

/** A picker writes into its field, and a field with a colour moves its picker. */
function pick(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.dataset['picks'] === undefined) {
    const picker = document.querySelector<HTMLInputElement>(`[data-picks="${CSS.escape(target.name)}"]`);
    const color = readColor(target.value);
    if (picker !== null && color !== null) picker.value = color;
    return;
  }
  const field = document.getElementById(target.dataset['picks']);
  if (field instanceof HTMLInputElement) field.value = target.value;
}

/** Shows the message of each field whose value the page would ignore, and hides the others. */
function check(builder: HTMLFormElement, query: URLSearchParams, invalid: readonly string[]): void {
  for (const message of builder.querySelectorAll<HTMLElement>('[data-problem]')) {
    const name = message.id.replace(/-error$/, '');
    const field = document.getElementById(name);
    const isWrong = invalid.includes(name) || (field instanceof HTMLInputElement && field.validity.badInput);
    message.hidden = !isWrong;
    message.textContent = isWrong ? (message.dataset['problem'] ?? '') : '';
    if (isWrong) field?.setAttribute('aria-invalid', 'true');
    else field?.removeAttribute('aria-invalid');
  }
  const turns = document.getElementById('turns');
  if (turns !== null) turns.hidden = !doPanelsTakeTurns(query);
}
