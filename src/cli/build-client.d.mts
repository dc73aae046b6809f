import type * as esbuild from 'esbuild';

/** Builds each module as one file into `folder`; `prefix` begins the names of the files. */
export const buildClient: (
  tool: Pick<typeof esbuild, 'build'>,
  root: string,
  folder: string,
  prefix?: string,
) => Promise<void>;
