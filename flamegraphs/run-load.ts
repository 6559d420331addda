/** Puts a server under load: `node run-load.ts <scenario> <subject> <seconds>`, with its port in the variable PORT. */
import { main } from '../bench/cli.js';
import { scenarioOf } from '../bench/http/scenarios.js';
import { subjectsOf } from '../bench/http/subjects.js';
import { runLoad } from './load.js';

const [, , scenario = '', subject = '', seconds] = process.argv;

await main(() =>
  runLoad(Number(seconds), subjectsOf([subject])[0]!, scenarioOf(scenario), Number(process.env.PORT)),
);
