// The examples of one endpoint.
export type Example = {
  /** By a short summary. */
  readonly bodies?: Readonly<Record<string, unknown>>;
  /** By status. */
  readonly answers: Readonly<Record<number, unknown>>;
};
