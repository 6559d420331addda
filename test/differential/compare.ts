/** Runs one case on two sides and reports the first difference. */
import { type Built, build, type Framework } from './build.js';
import { normalise, Stage } from './exchange.js';
import type { Case } from './model.js';

export class Comparison {
  readonly #expected: Framework;
  readonly #actual: Framework;
  readonly #stages: [Stage, Stage];

  private constructor(expected: Framework, actual: Framework, stages: [Stage, Stage]) {
    this.#expected = expected;
    this.#actual = actual;
    this.#stages = stages;
  }

  static async open(expected: Framework, actual: Framework): Promise<Comparison> {
    return new Comparison(expected, actual, [await Stage.open(), await Stage.open()]);
  }

  async close(): Promise<void> {
    await Promise.all(this.#stages.map((stage) => stage.close()));
  }

  /** Returns null if both sides behave the same. `prepare` gets the application under test before its first request. */
  async run(spec: Case, prepare: (app: any) => void = () => {}): Promise<string | null> {
    const expected = build(spec, this.#expected);
    const actual = build(spec, this.#actual);
    const atRegistration = difference('registration', expected.trace, actual.trace);
    if (atRegistration !== null) return atRegistration;
    prepare(actual.app);
    this.#stages[0].listener = expected.app;
    this.#stages[1].listener = actual.app;

    for (const request of spec.requests) {
      const name = `${request.method} ${request.target}`;
      const [wanted, got] = await Promise.all([
        record(expected, this.#stages[0], request),
        record(actual, this.#stages[1], request),
      ]);
      const found = difference(name, wanted, got);
      if (found !== null) return found;
    }
    return null;
  }
}

async function record(built: Built, stage: Stage, request: Case['requests'][number]): Promise<string[]> {
  built.reset();
  const response = await stage.exchange(request).catch((error: Error) => error.message);
  // What handlers do after the response was sent is part of the behaviour.
  for (let i = 0; i < 4; i++) await new Promise(setImmediate);
  return [...built.trace, normalise(response)];
}

function difference(what: string, expected: readonly string[], actual: readonly string[]): string | null {
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    if (expected[i] === actual[i]) continue;
    const before = expected.slice(Math.max(0, i - 3), i).map((line) => `    ${line}`);
    return [`${what}, step ${i}:`, ...before, `  - ${expected[i]}`, `  + ${actual[i]}`].join('\n');
  }
  return null;
}
