// A process in which `express` is one subject: starts programs on request and reports their ports.
//   node server.js <folder of the subject> <line>
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packages } from './folders.js';

const [, , folder, line] = process.argv;
const here = (file) => pathToFileURL(join(folder, file));
const { load } = await import(here('load.js'));
const context = { require: createRequire(here('index.js')), load, line: Number(line) };

process.on('message', async (name) => {
  try {
    process.send({ name, port: await start(name) });
  } catch (error) {
    process.send({ name, error: error.stack });
  }
});
process.on('disconnect', () => process.exit());
const { maglev, version } = context.require('express/package.json');
process.send({ ready: { name: maglev ? 'maglev' : 'express', major: Number.parseInt(version, 10) } });

async function start(name) {
  const { program } = await import(pathToFileURL(join(packages, `${name}.js`)));
  const app = await program(context);
  const server = await app.listen(0);
  if (!server.listening) await once(server, 'listening');
  return server.address().port;
}
