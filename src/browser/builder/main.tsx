// The builder in the browser. The preview and the address follow the form while the user fills it in. Without this
// script, the form's button does the same.
import { addressQuery, type BuildKind, pageAddress } from './fields.ts';

/** Delay after the last key press, ms, because each preview loads a page. */
const DEBOUNCE_MS = 400;

const fields = document.getElementById('build');
const form = fields?.closest('form');
const output = document.getElementById('address');
const preview = document.getElementById('preview');

if (fields && form && output instanceof HTMLTextAreaElement && preview instanceof HTMLIFrameElement) {
  const kind: BuildKind = fields.dataset['kind'] === 'screen' ? 'screen' : 'overlay';
  const { channel = '', origin = location.origin } = fields.dataset;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    const data = new FormData(form);
    const textOf = (name: string): string[] => data.getAll(name).filter((value) => typeof value === 'string');
    const address = pageAddress(kind, channel, textOf('token')[0] ?? '', addressQuery(kind, textOf));
    output.value = origin + address;
    if (preview.getAttribute('src') !== address) preview.src = address;
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, DEBOUNCE_MS);
  });
  output.addEventListener('focus', () => output.select());
}
