/** Builds the sources below `root` (this checkout) unless that is done; the folder of the build. */
export const ensureBuilt: (root?: string) => Promise<string>;
/** Notes that this process runs from the build. */
export const markInUse: (folder: string) => Promise<void>;
