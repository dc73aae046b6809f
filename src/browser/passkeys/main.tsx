// Passkeys in the sign-in page and in the page of a user's passkeys. The form of the page carries the options of the server, and
// takes the browser's answer back.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

const form = document.querySelector<HTMLFormElement>('form[data-passkey]');
const field = form?.querySelector<HTMLInputElement>('input[name="response"]');
if (form && field && browserSupportsWebAuthn()) void offer(form, field);

async function offer(to: HTMLFormElement, answer: HTMLInputElement): Promise<void> {
  to.hidden = false;
  const fault = to.querySelector<HTMLElement>('.error');
  const isRegistration = to.dataset['passkey'] === 'create';
  // The server that served this script wrote this JSON, so it is not checked again.
  const options = JSON.parse(to.dataset['options'] ?? '{}') as never;

  async function send(get: () => Promise<object>): Promise<void> {
    if (fault) fault.hidden = true;
    answer.value = JSON.stringify(await get());
    to.submit();
  }
  to.addEventListener('submit', (event) => {
    event.preventDefault();
    const get = () =>
      isRegistration ? startRegistration({ optionsJSON: options }) : startAuthentication({ optionsJSON: options });
    // The user may refuse, or the device has no passkey.
    send(get).catch(() => {
      if (fault) fault.hidden = false;
    });
  });
  if (isRegistration || !(await browserSupportsWebAuthnAutofill())) return;
  // The browser offers passkeys among the addresses that it knows. The button above ends this wait.
  await send(() => startAuthentication({ optionsJSON: options, useBrowserAutofill: true })).catch(() => null);
}
