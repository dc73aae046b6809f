/** The file name of the binary for a process, by default this one. */
export const binaryName: (system?: {
  readonly platform: string;
  readonly arch: string;
  readonly versions: { readonly modules?: string | undefined };
}) => string;
/** Compares the binary in `folder` with its pin. Null, or one line that says what is wrong and what to do. */
export const binaryProblem: (
  folder: string,
  options?: { readonly name?: string; readonly pins?: Readonly<Record<string, string>> },
) => Promise<string | null>;
/** Loads the binary if it is the pinned one. Null, or one line that says why not. */
export const loadBinary: (folder?: string) => Promise<string | null>;
/** Pins the binaries in `folder` for all supported systems. Returns the names that the package does not have. */
export const pinBinaries: (folder?: string, file?: string | URL) => Promise<readonly string[]>;
/** Deletes the binaries of other systems, for an image. */
export const deleteOtherBinaries: (folder?: string) => Promise<void>;
