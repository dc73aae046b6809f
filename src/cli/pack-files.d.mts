/** Puts `NAME.br` and `NAME.gz` beside each file of the folder that they make smaller. */
export function packFiles(folder: string): Promise<void>;
