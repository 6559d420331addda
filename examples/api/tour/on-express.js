// The same application, file by file, on Express: whoever imports `maglev` here gets Express.
//   node on-express.js /path/of/express/index.js
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Trial } from './trial.js';

const express = pathToFileURL(process.argv[2]).href;
const hook = `export function resolve(specifier, context, next) {
  return next(specifier === 'maglev' ? ${JSON.stringify(express)} : specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const { app } = await import('../app.js');
const trial = await Trial.open(app);

process.on('message', async ({ what, args }) => process.send(await trial[what](...args)));
process.on('disconnect', () => process.exit());
process.send('ready');
