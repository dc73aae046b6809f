/** Copies the text. Without https, or without the permission, it is selected instead, ready for the keyboard: then false. */
export async function copyOrSelect(text: string, select: () => void): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
    select();
    return false;
  }
}

/** How long a button says that its text was copied, ms. */
const COPIED_MS = 2_000;

/** Shows `copied` on the button for a moment. */
export function sayCopied(button: HTMLButtonElement, copied: string): void {
  const label = button.textContent;
  if (label === copied) return;
  button.textContent = copied;
  setTimeout(() => (button.textContent = label), COPIED_MS);
}
