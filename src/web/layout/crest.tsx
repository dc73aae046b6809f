// The crest of a club or a team, beside its name. Pages load nothing from other hosts: a crest that lies on one is left out.

/** The path of a picture on this server; null for one on another host, and for none. `baseUrl`: the address of the service. */
export function ownPath(url: string | null | undefined, baseUrl: string): string | null {
  if (!url || !URL.canParse(url, baseUrl)) return null;
  const { origin, pathname, search } = new URL(url, baseUrl);
  return origin === new URL(baseUrl).origin ? pathname + search : null;
}

type CrestProps = {
  /** Null: there is none. */
  readonly path: string | null;
  /** Width and height, px: they are known before it is loaded, so that nothing moves. */
  readonly size?: number;
};

export const Crest = ({ path, size = 20 }: CrestProps) =>
  path === null ? null : <img class="crest" src={path} alt="" width={size} height={size} loading="lazy" />;

type NamedProps = Pick<CrestProps, 'path'> & {
  readonly name: string;
  /** A name without a crest stands below those with one. */
  readonly keepsPlace?: boolean;
  /** What follows the name in the same line, as a dash. */
  readonly after?: string;
};

/** A name with its crest. */
export function Named({ path, name, keepsPlace = false, after = '' }: NamedProps) {
  const named = (
    <>
      <bdi>{name}</bdi>
      {after}
    </>
  );
  if (path === null && !keepsPlace) return named;
  return (
    <span class="named">
      {path === null ? <span class="crest none" /> : <Crest path={path} />}
      <span>{named}</span>
    </span>
  );
}
