// Which version runs: for `--version`, the log and `/metrics`.
import { existsSync, readFileSync } from 'node:fs';
import { parseJson } from './json.ts';

type BuildInfo = {
  /** Of package.json. */
  readonly version: string;
  /** The commit that was built; `unknown` outside of a build, or of a build without git. */
  readonly commit: string;
};

/** The build writes `build.json` beside the bundle. Sources have package.json. */
export function readBuildInfo(): BuildInfo {
  const file = new URL(import.meta.url.endsWith('.ts') ? '../../package.json' : './build.json', import.meta.url);
  const found = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null;
  const textOf = (key: string): string => {
    const value: unknown = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
    return typeof value === 'string' ? value : 'unknown';
  };
  return { version: textOf('version'), commit: textOf('commit') };
}

/** As `--version` prints it. */
export const versionText = ({ version, commit }: BuildInfo): string => `touchline ${version} (${commit})`;
