import { escapeHtml } from './escape-html.ts';

/** The element that loads a font at once, before the stylesheet asks for it. Browsers load fonts in the mode `cors`. */
export const fontPreload = (address: string): string =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(address)}">`;
