/** An error that the user can fix: one sentence, details for `--verbose`, and the exit code, which is usually 2. */
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
