import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../applications/', import.meta.url);

/**
 * The applications whose file names contain one of these filters, or all of them. A file exports
 * - `dependencies`: what to install, in exact versions;
 * - `overrides`, as in package.json, for dependencies that are not available;
 * - `files`: texts by path in the folder of the application; they are written again for each run;
 * - `start(port)`: the arguments of Node that start it;
 * - `sendRequests(client, { folder, port })`: sends requests with the client whose responses are compared, or with its own
 *   client, whose results it passes to `client.record`;
 * - `env`: variables, a function of the port;
 * - `ready`: what it prints when it is ready, if listening is not enough;
 * - `prepare({ folder })`: sets up what each run needs; returns more variables, `env`, and a function that tears it down,
 *   `release`;
 * - `volatile`: expressions for values that vary;
 * - `skip()`: false, or the reason why it cannot run here.
 * It can keep data in `data/` of its folder, which is empty for each run.
 */
export async function applicationsFor(filters) {
  const names = readdirSync(fileURLToPath(folder)).map((file) => file.replace(/\.js$/, ''));
  const wanted = names.filter(
    (name) => filters.length === 0 || filters.some((filter) => name.includes(filter)),
  );
  if (wanted.length === 0) throw new Error(`Nothing here matches ${filters.join(', ')}.`);
  return Promise.all(
    wanted.map(async (name) => ({ name, ...(await import(new URL(`${name}.js`, folder))) })),
  );
}
