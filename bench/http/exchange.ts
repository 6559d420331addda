/** A request and its expected response. */
export interface Exchange extends Expected {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Expected {
  readonly status: number;
  readonly text?: string;
  readonly json?: object | undefined;
}
