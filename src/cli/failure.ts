/** An error that the user can correct: one sentence, details for `--verbose`, and the exit code, 2 for most. */
export class Failure extends Error {
  readonly detail: string | undefined;
  readonly exitCode: number;

  constructor(sentence: string, detail?: string, exitCode = 2) {
    super(sentence);
    this.detail = detail;
    this.exitCode = exitCode;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
