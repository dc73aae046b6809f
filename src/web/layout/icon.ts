// The icon of the pages: a pitch with the ball on its centre spot. It is in the page, so it needs no request; programs that read no
// page get it at `/favicon.ico` (rule PAGE-44).

/** As SVG. */
export const PITCH = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
  '<rect width="32" height="32" rx="6" fill="#0b1220"/>',
  '<rect x="4" y="7" width="24" height="18" rx="2" fill="#15803d" stroke="#fff" stroke-width="1.5"/>',
  '<path d="M16 7v18M4 13h3v6H4M28 13h-3v6h3" fill="none" stroke="#fff" stroke-width="1.5"/>',
  '<circle cx="16" cy="16" r="3.5" fill="#facc15"/>',
  '</svg>',
].join('');

/** For `<link rel="icon" href>`; the policies of the pages allow images from `data:`. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(PITCH)}`;
