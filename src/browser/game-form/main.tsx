// The form of a club game in the browser: a tap on a name moves the player from team to team, chips have the colours of the
// teams, the Enter key does not send the form, and a first game begins with the browser's time zone. Without this script the form does the same with more taps.
import { inkOn, readColor } from '../shared/colors.ts';

const form = document.querySelector<HTMLElement>('.game-form')?.closest('form');
if (form) start(form);

function start(form: HTMLFormElement): void {
  const radios = (name: string): readonly HTMLInputElement[] =>
    [...form.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter((radio) => radio.name === name);
  const chosen = (name: string): string => radios(name).find(({ checked }) => checked)?.value ?? '';

  /** Shows each team's colour on its chips, and how many play in each team. */
  function paint(): void {
    for (const team of ['1', '2', '3', '4']) {
      const color = readColor(chosen(`team${team}_color`)) ?? '#808080';
      form.style.setProperty(`--team-${team}`, color);
      form.style.setProperty(`--team-${team}-ink`, inkOn(color));
      const count = form.querySelectorAll(`.player input[value="${team}"]:checked`).length;
      const name = form.querySelector<HTMLInputElement>(`#team${team}_name`);
      const total = form.querySelector(`#team-total-${team}`);
      if (total) total.textContent = `${name?.value.trim() || name?.placeholder || team}: ${String(count)}`;
    }
  }

  /** The next place of a player after the one that is chosen: not playing, then each team. */
  function tap(player: Element): void {
    const all = [...player.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
    const teams = Number(chosen('teams') || '2');
    const order = all.filter(({ value }) => value === '' || Number(value) <= teams);
    const at = order.findIndex(({ checked }) => checked);
    const next = order[(at + 1) % order.length];
    if (next) next.checked = true;
  }

  form.classList.add('has-script');
  form.addEventListener('click', ({ target }) => {
    const player = target instanceof Element && target.closest('.who') ? target.closest('.player') : null;
    if (!player) return;
    tap(player);
    paint();
  });
  // The key of a phone's keyboard that ends a text, or a key on a chip, would save the game before all players are chosen.
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  });
  form.addEventListener('input', ({ target }) => {
    // A date is typed for a game that is not now.
    if (target instanceof HTMLInputElement && target.name === 'at') {
      for (const radio of radios('when')) radio.checked = radio.value === 'at';
    }
    paint();
  });
  // Browsers may bring typed values back after the script ran.
  addEventListener('pageshow', paint);
  guessZone(form);
  sendLater(form);
  paint();
}

/** The server asked to send the form again after some seconds: counts them down, then sends it. A change of the form stops that. */
function sendLater(form: HTMLFormElement): void {
  const notice = document.querySelector<HTMLElement>('[data-send-after]');
  if (!notice) return;
  const { sendAfter, then = '' } = notice.dataset;
  let seconds = Number(sendAfter);
  const timer = setInterval(() => {
    seconds -= 1;
    notice.textContent = notice.textContent.replace(/\d+/, String(Math.max(0, seconds)));
    if (seconds > 0) return;
    clearInterval(timer);
    const buttons = [...form.querySelectorAll<HTMLButtonElement>('button[name="then"]')];
    form.requestSubmit(buttons.find(({ value }) => value === then));
  }, 1_000);
  form.addEventListener('input', () => clearInterval(timer), { once: true });
}

/** For the first game of a club: the time and the zone of this browser. */
function guessZone(form: HTMLFormElement): void {
  const zone = form.querySelector<HTMLSelectElement>('[data-guess] select');
  const at = form.querySelector<HTMLInputElement>('#at');
  if (!zone || !at) return;
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const option = [...zone.options].find(({ value }) => value === own);
  if (!option) return;
  zone.value = option.value;
  const now = new Date();
  at.value = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
