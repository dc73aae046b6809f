// The example in the frame of a builder: the screen or the overlay with an invented match, without a connection.
import type { AnyState } from '../../../protocol/wire/air.ts';
import type { BuildKind } from '../../browser/builder/fields.ts';
import type { ThemeSettings } from '../../browser/shared/theme.ts';
import type { Answer } from '../../http/core/answer.ts';
import { builtPage, type BuiltPages } from '../built-files.ts';
import { overlayPage } from '../overlay.ts';
import { pageHeaders } from '../page-data.ts';
import { screenPage } from '../screen.ts';

type ExampleOptions = {
  readonly kind: BuildKind;
  readonly channel: string;
  readonly title: string;
  /** Of the theme that its address names; null without one. */
  readonly settings: ThemeSettings | null;
  /** Of the channel; its sides play in the example. */
  readonly state: AnyState | null;
  readonly pages: BuiltPages | null | undefined;
};

/** It calls no server; badges and sponsors may be on any host, as on the real page. */
const policy = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src * data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
};

/** The document of an example. Throws Problem 503 when the pages are not built. */
export function exampleAnswer({ kind, channel, title, settings, state, pages }: ExampleOptions): Answer {
  const assets = builtPage(pages, `preview-${kind}`);
  const page = { channel, assets, title, settings, data: JSON.stringify(state) };
  return {
    status: 200,
    headers: pageHeaders,
    more: policy,
    body: kind === 'screen' ? screenPage(page) : overlayPage(page),
  };
}
