// A public address with the same content for everyone: made on the first request, then cached with its compressed forms.
import type { Answer } from '../http/core/answer.ts';
import { type FormHeaders, formsOf } from '../http/core/cached-answer.ts';
import { isMatch, preferredForm } from '../http/core/negotiation.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { encodeBody } from '../resources/encoded-body.ts';

export type Content = string | Buffer | Promise<string | Buffer>;

type CachedRoute = {
  readonly name: string;
  readonly path: string;
  readonly headers: FormHeaders;
  /** Called once. */
  readonly make: () => Content;
};

/** The route of `path`, with an ETag of the content. */
export function cachedRoute({ name, path, headers, make }: CachedRoute): RouteSpec {
  let cached: ReturnType<typeof content> | null = null;
  const content = async () => formsOf(encodeBody(await make()), headers, '-plain');
  return {
    name,
    access: 'public',
    method: 'GET',
    path,
    async handle(exchange): Promise<Answer> {
      const form = preferredForm(exchange.header('accept-encoding'));
      const { etag, unchanged, whole } = (await (cached ??= content()))[form];
      return isMatch(exchange.ifNoneMatch, etag) ? unchanged : whole();
    },
  };
}
