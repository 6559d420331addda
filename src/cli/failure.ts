/** Something that the user can put right: one sentence, exit code 2, and what lies behind it for `--verbose`. */
export class Failure extends Error {
  readonly detail: string | undefined;

  constructor(sentence: string, detail?: string) {
    super(sentence);
    this.detail = detail;
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
