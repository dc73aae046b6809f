/** Builds the sources below `root` (this checkout) if needed; returns the folder of the build. */
export const ensureBuilt: (root?: string) => Promise<string>;
/** Marks the build as used by this process. */
export const markInUse: (folder: string) => Promise<void>;
