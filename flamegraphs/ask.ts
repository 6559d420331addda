/** Asks a server for a while: `node ask.ts <scenario> <subject> <seconds>`, its port in the variable PORT. */
import { main } from '../bench/cli.js';
import { scenarioOf } from '../bench/http/scenarios.js';
import { subjectsOf } from '../bench/http/subjects.js';
import { askFor } from './load.js';

const [, , scenario = '', subject = '', seconds] = process.argv;

await main(() =>
  askFor(Number(seconds), subjectsOf([subject])[0]!, scenarioOf(scenario), Number(process.env.PORT)),
);
