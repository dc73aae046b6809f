// Passkeys in the sign-in page and in the page of a user's passkeys. The form of the page carries the options of the server, and
// takes the browser's answer back.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

const form = document.querySelector<HTMLFormElement>('form[data-passkey]');
const field = form?.querySelector<HTMLInputElement>('input[name="response"]');
if (!browserSupportsWebAuthn()) show(document.querySelector('#no-passkeys'));
else if (form && field) void offer(form, field);

function show(element: HTMLElement | null): void {
  if (element) element.hidden = false;
}

async function offer(to: HTMLFormElement, answer: HTMLInputElement): Promise<void> {
  show(to);
  const isRegistration = to.dataset['passkey'] === 'create';
  // The server that served this script wrote this JSON, so it is not checked again.
  const options = JSON.parse(to.dataset['options'] ?? '{}') as never;

  async function send(get: () => Promise<object>): Promise<void> {
    for (const fault of to.querySelectorAll<HTMLElement>('.error')) fault.hidden = true;
    answer.value = JSON.stringify(await get());
    to.submit();
  }
  to.addEventListener('submit', (event) => {
    event.preventDefault();
    const get = () =>
      isRegistration ? startRegistration({ optionsJSON: options }) : startAuthentication({ optionsJSON: options });
    // The user may refuse, or the device has no passkey.
    send(get).catch((error: unknown) => {
      const isHere = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
      show(to.querySelector(isHere ? '#already-here' : '.error'));
    });
  });
  if (isRegistration || !(await browserSupportsWebAuthnAutofill())) return;
  // The browser offers passkeys among the addresses that it knows. The button above ends this wait.
  await send(() => startAuthentication({ optionsJSON: options, useBrowserAutofill: true })).catch(() => null);
}
