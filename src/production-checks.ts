// The settings that NODE_ENV=production refuses, besides a generated secret (rule OPS-13).

/** Minimum number of characters of a secret. */
export const secretMinLength = 32;

type ProductionSettings = {
  readonly adminToken: string | null;
  /** The setting as given; null if it is not set. */
  readonly publicUrl: string | null;
  /** The public address: `publicUrl` or its default. */
  readonly address: string;
};

/** One line that names the bad setting; null if production accepts all settings. It never repeats a secret. */
export function productionProblem({ adminToken, publicUrl, address }: ProductionSettings): string | null {
  if (adminToken !== null && adminToken.length < secretMinLength)
    return `TOUCHLINE_ADMIN_TOKEN must be at least ${secretMinLength} characters long when NODE_ENV is production; generate one with: openssl rand -hex 32.`;
  if (address.startsWith('https:') || isLoopback(address)) return null;
  const what = publicUrl === null ? 'it is not set, and its default is' : 'it is';
  return `PUBLIC_URL must be an https or a loopback address when NODE_ENV is production; ${what} ${address}.`;
}

/** What production accepts and should not have; null if there is nothing. For the log. */
export const productionWarning = (isProduction: boolean, databaseUrl: string | null): string | null =>
  isProduction && databaseUrl === null
    ? 'production runs on the embedded database, which serves one node: set DATABASE_URL for several'
    : null;

const isLoopback = (address: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(address).hostname);
