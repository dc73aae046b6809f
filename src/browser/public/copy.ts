// The buttons that copy the text before them; `data-copied` is shown after the click. Until they work they have their place and are not
// seen, so that nothing moves.
import { copyOrSelect, sayCopied } from '../shared/copy.ts';

export function openCopyButtons(page: Document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-copied]')) {
    button.addEventListener('click', () => void copyBefore(button));
    button.classList.add('works');
  }
}

async function copyBefore(button: HTMLButtonElement): Promise<void> {
  const from = button.previousElementSibling;
  if (from === null) return;
  const isCopied = await copyOrSelect(from.textContent.trim(), () => getSelection()?.selectAllChildren(from));
  if (isCopied) sayCopied(button, button.dataset['copied'] ?? '');
}
