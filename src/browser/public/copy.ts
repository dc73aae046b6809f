// A button beside each text with `data-copy`, which holds the button's label; `data-copied` is shown after the click.
import { copyOrSelect, sayCopied } from '../shared/copy.ts';

export function openCopyButtons(page: Document): void {
  for (const text of page.querySelectorAll<HTMLElement>('[data-copy]')) {
    const { copy = '', copied = '' } = text.dataset;
    const button = page.createElement('button');
    button.type = 'button';
    button.textContent = copy;
    button.addEventListener('click', () => void copyText(text, button, copied));
    text.after(button);
  }
}

async function copyText(from: HTMLElement, button: HTMLButtonElement, copied: string): Promise<void> {
  const isCopied = await copyOrSelect(from.textContent.trim(), () => getSelection()?.selectAllChildren(from));
  if (isCopied) sayCopied(button, copied);
}
