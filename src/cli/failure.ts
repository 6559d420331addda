/** An error that the user can correct: one sentence, exit code 2, and details for `--verbose`. */
export class Failure extends Error {
  readonly detail: string | undefined;

  constructor(sentence: string, detail?: string) {
    super(sentence);
    this.detail = detail;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
