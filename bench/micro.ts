/**
 * `npm run bench:micro [-- --quick] [words of a name ...]`: nanoseconds of each hot function, compared with Express 5.
 * Prints Markdown; differences within the spread of the rounds are ties. With `live`, microseconds of the parts of one request
 * over HTTP, see micro/live.ts; `--node`, `--processes`, `--rounds` and `--slot` as in `npm run bench`.
 */
import { main, readOptions, settingsOf } from './cli.js';
import { measureLive } from './micro/live.js';
import { type Piece, pieces } from './micro/pieces.js';
import { nodeOf } from './nodes.js';
import { scenarios as bodies } from './parsers/bodies.js';
import { parseMany } from './parsers/process.js';
import { subjects as parsers } from './parsers/subjects.js';
import { spread, table } from './report/markdown.js';
import { measure, type Rounds } from './router/measure.js';
import { createProgress, ratio, rounds, type Summary, summary, verdict } from './shared.js';

/** A piece and how it is measured. */
interface Measurable {
  readonly name: string;
  measure(settings: Rounds): Promise<Summary[]>;
}

const LIVE = {
  processes: 1,
  rounds: 41,
  slot: 60,
  warmUp: { least: 20_000, most: 60_000, milliseconds: 3000 },
};
const BODIES = ['json, 100 B', 'json, 1 KB', 'json, 100 KB', 'urlencoded, 1 KB', 'text, 1 KB', 'raw, 1 KB'];

main(async () => {
  const { values: options, positionals: words } = readOptions({ quick: false });
  if (words[0] === 'live') {
    await measureLive(settingsOf(LIVE, options, nodeOf(options.node)));
    return;
  }
  const settings = options.quick ? { rounds: 5, milliseconds: 15 } : { rounds: 11, milliseconds: 60 };
  const wanted = ({ name }: Measurable) => words.length === 0 || words.some((word) => name.includes(word));
  const all = [...pieces().map(measurable), ...(await parserPieces())].filter(wanted);
  const progress = createProgress(all.length);

  const rows: string[][] = [];
  for (const piece of all) {
    progress.report(piece.name, '');
    const [ours, theirs] = await piece.measure(settings);
    rows.push(rowOf(piece.name, ours!, theirs!));
  }
  progress.end();
  console.log(
    `Node ${process.version}, ${settings.rounds} interleaved rounds, nanoseconds, medians (spread)\n`,
  );
  console.log(table({ head: ['', 'maglev', 'Express 5', 'Express / maglev', ''], rows }));
  process.exit();
});

function measurable(piece: Piece): Measurable {
  return { name: piece.name, measure: (settings) => measureTasks(piece, settings) };
}

async function measureTasks({ tasks }: Piece, { rounds: count, milliseconds }: Rounds): Promise<Summary[]> {
  const samples = new Map(tasks.map(({ name }): [string, number[]] => [name, []]));
  // A warm-up for the JIT compilers, which is not counted.
  await measure(tasks, { rounds: 1, milliseconds });
  for (let round = 0; round < count; round++) {
    const order = round % 2 === 0 ? tasks : tasks.toReversed();
    for (const { name, median } of await measure(order, { rounds: 1, milliseconds }))
      samples.get(name)!.push(median);
  }
  return tasks.map(({ name }) => summary(samples.get(name)!));
}

/** Bodies are read over several ticks of the event loop, so these are measured by CPU time. */
async function parserPieces(): Promise<Measurable[]> {
  const two = (await parsers()).filter(({ name }) => ['maglev', 'body-parser'].includes(name));
  return bodies()
    .filter(({ name }) => BODIES.includes(name))
    .map((body) => ({
      name: `parser: ${body.name}`,
      async measure({ rounds: count, milliseconds }) {
        const tasks = two.map(({ parserFor }) => parserFor(body.kind));
        const times: number[] = [];
        for (const parse of tasks) {
          await parseMany(parse, body, 1000);
          times.push(Math.max(20, Math.round((milliseconds * 1e6) / (await parseMany(parse, body, 50)))));
        }
        const measured = await rounds(tasks, count, (parse) =>
          parseMany(parse, body, times[tasks.indexOf(parse)]!),
        );
        return measured.map(summary);
      },
    }));
}

function rowOf(name: string, ours: Summary, theirs: Summary): string[] {
  const integer = (value: number) => Math.round(value).toLocaleString('en');
  const result = { cheaper: 'faster', costlier: 'slower', tie: 'tie' }[verdict(ours, theirs)];
  const times = spread(ratio(ours, theirs), (value) => value.toFixed(2));
  return [name, spread(ours, integer), spread(theirs, integer), times, result];
}
