// The same application, with the same files, in a separate process. With an argument, `import 'maglev'` loads that copy of Express.
//   node process.js [/path/to/express/index.js]
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Trial } from './trial.js';

if (process.argv[2]) {
  const express = pathToFileURL(process.argv[2]).href;
  const hook = `export function resolve(specifier, context, next) {
    return next(specifier === 'maglev' ? ${JSON.stringify(express)} : specifier, context);
  }`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}

const { app } = await import('../app.js');
const trial = await Trial.open(app);

process.on('message', async ({ method, args }) => process.send(await trial[method](...args)));
process.on('disconnect', () => process.exit());
process.send('ready');
