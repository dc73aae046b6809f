// A public address with the same content for everyone: made on the first request, then cached with its compressed forms.
import type { Answer } from '../http/core/answer.ts';
import { type FormHeaders, formsOf } from '../http/core/cached-answer.ts';
import { isMatch, preferredForm } from '../http/core/negotiation.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { madeOnce } from '../ops/made-once.ts';
import { encodeBody } from '../resources/encoded-body.ts';

export type Content = string | Buffer | Promise<string | Buffer>;

type CachedRoute = {
  readonly name: string;
  readonly path: string;
  readonly headers: FormHeaders;
  /** Called once, and again after a failure. */
  readonly make: () => Content;
};

/** The route of `path`, with an ETag of the content. */
export function cachedRoute({ name, path, headers, make }: CachedRoute): RouteSpec {
  const content = madeOnce(async () => formsOf(encodeBody(await make()), headers, '-plain'));
  return {
    name,
    access: 'public',
    method: 'GET',
    path,
    async handle(exchange): Promise<Answer> {
      const form = preferredForm(exchange.header('accept-encoding'));
      const { etag, unchanged, whole } = (await content())[form];
      return isMatch(exchange.ifNoneMatch, etag) ? unchanged : whole();
    },
  };
}
