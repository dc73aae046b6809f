import type { en } from './en.ts';

/** One table per language; the compiler lists what a language lacks. */
export type Texts = Readonly<typeof en>;
