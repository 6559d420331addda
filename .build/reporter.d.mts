/** The parts of the runner's events that are used here. */
export interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly name?: string;
    readonly nesting?: number;
    readonly file?: string;
    readonly message?: string;
    readonly details?: { readonly duration_ms?: number; readonly type?: string; readonly error?: any };
  };
}

export default function report(source: AsyncIterable<TestEvent>): AsyncGenerator<string>;
