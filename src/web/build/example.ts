// The example in the frame of a builder: the screen or the overlay with an invented match, without a connection.
import type { AnyState } from '../../../protocol/wire/air.ts';
import type { BuildKind } from '../../browser/builder/fields.ts';
import type { Font } from '../../browser/shared/fonts.ts';
import type { Look } from '../../browser/shared/theme.ts';
import type { Answer } from '../../http/core/answer.ts';
import { builtPage, type BuiltPages } from '../built-files.ts';
import { overlayPage } from '../overlay.ts';
import { pageHeaders } from '../page-data.ts';
import { screenPage } from '../screen.ts';
import { contentPolicy } from '../layout/content-policy.ts';

type ExampleOptions = {
  readonly kind: BuildKind;
  readonly channel: string;
  readonly title: string;
  /** Of its address. */
  readonly look: Look;
  readonly font: Font;
  /** Of the channel; its sides play in the example. */
  readonly state: AnyState | null;
  readonly pages: BuiltPages | null | undefined;
};

/** It calls no server; crests and sponsors may be on any host, as on the real page. */
const policy = contentPolicy({ 'script-src': "'self'", 'img-src': '* data:', 'frame-ancestors': "'self'" });

/** The document of an example. Throws Problem 503 when the pages are not built. */
export function exampleAnswer({ kind, channel, title, look, font, state, pages }: ExampleOptions): Answer {
  const assets = builtPage(pages, `preview-${kind}`);
  const page = { channel, assets, title, font, ...look, data: JSON.stringify(state) };
  return {
    status: 200,
    headers: pageHeaders,
    more: policy,
    body: kind === 'screen' ? screenPage(page) : overlayPage(page),
  };
}
