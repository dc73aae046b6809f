// The calls that we use: @types/negotiator does not know `preferred` of version 1.
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: {
      readonly headers: Readonly<Partial<Record<'accept-encoding' | 'accept-language', string>>>;
    });
    /** The first of `available` by the client's weights; at equal weight in the order of `preferred`. */
    encoding<T extends string>(
      available: readonly T[],
      options: { readonly preferred: readonly string[] },
    ): T | undefined;
    /** The first of `available` by the client's weights; undefined when it accepts none. */
    language<T extends string>(available: readonly T[]): T | undefined;
  }
}
