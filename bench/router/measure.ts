/** Interleaved rounds: every subject runs for a short time in each round, in rotating order. The result is the median. */
import { Bench } from 'tinybench';

export interface Task {
  readonly name: string;
  readonly run: () => void;
}

/** Nanoseconds per operation. */
export interface Timing {
  readonly name: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export interface Rounds {
  readonly rounds: number;
  /** Duration of each task in each round. */
  readonly milliseconds: number;
}

/** Enough operations per sample that the cost and resolution of the clock are negligible. */
const SAMPLE_NANOSECONDS = 200_000;

/** Measures each task: the median over the rounds, with the lowest and the highest. */
export async function measure(tasks: readonly Task[], { rounds, milliseconds }: Rounds): Promise<Timing[]> {
  const batches = tasks.map(({ run }) => batchSize(run));
  const samples = tasks.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    const order = tasks.map((_, i) => (i + round) % tasks.length);
    const bench = new Bench({ time: milliseconds, warmup: round === 0, warmupTime: milliseconds });
    for (const i of order) bench.add(String(i), repeat(tasks[i]!.run, batches[i]!));
    await bench.run();
    for (const task of bench.tasks) {
      const i = Number(task.name);
      samples[i]!.push((task.result.latency.p50 * 1e6) / batches[i]!);
    }
  }
  return tasks.map(({ name }, i) => ({ name, ...summary(samples[i]!) }));
}

function batchSize(run: () => void): number {
  for (let i = 0; i < 200; i++) run();
  const begin = process.hrtime.bigint();
  for (let i = 0; i < 50; i++) run();
  const each = Number(process.hrtime.bigint() - begin) / 50;
  return Math.max(1, Math.round(SAMPLE_NANOSECONDS / each));
}

function repeat(run: () => void, times: number): () => void {
  return () => {
    for (let i = 0; i < times; i++) run();
  };
}

function summary(values: readonly number[]): Omit<Timing, 'name'> {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)]!, low: sorted[0]!, high: sorted.at(-1)! };
}
