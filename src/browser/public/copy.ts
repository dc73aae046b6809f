// A button beside each text with `data-copy`, which holds the button's label; `data-copied` is shown after the click.

/** How long the button says that the text was copied, ms. */
const COPIED_MS = 2_000;

export function openCopyButtons(): void {
  for (const text of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const { copy = '', copied = '' } = text.dataset;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = copy;
    button.addEventListener('click', () => void copyText(text, button, { copy, copied }));
    text.after(button);
  }
}

async function copyText(
  from: HTMLElement,
  button: HTMLButtonElement,
  { copy, copied }: { readonly copy: string; readonly copied: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(from.textContent.trim());
    button.textContent = copied;
    setTimeout(() => (button.textContent = copy), COPIED_MS);
  } catch (error) {
    // Without https, or without the permission: the text is selected, ready for the keyboard.
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
    getSelection()?.selectAllChildren(from);
  }
}
