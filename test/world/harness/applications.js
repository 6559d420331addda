import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../applications/', import.meta.url);

/**
 * The applications with one of these words in the names of their files, or all of them. A file exports
 * - `dependencies`: what to install, in exact versions;
 * - `overrides`, as in package.json, where what it asks for is not to be had;
 * - `files`: by path in the folder of the application, their texts; they are written anew for each run;
 * - `start(port)`: the parameters of Node that start it;
 * - `ask(client, { folder, port })`: asks it, by the client whose answers are compared, or by a client of its own whose
 *   results it gives to `client.record`;
 * - `env`: variables, a function of the port;
 * - `ready`: what it prints when it is ready, where listening is not enough;
 * - `prepare({ folder })`: what has to be there before each run; gives more variables, `env`, and what takes it away,
 *   `release`;
 * - `volatile`: expressions for what varies by nature;
 * - `skip()`: false, or a sentence on why it cannot run here.
 * In `data/` of its folder it may keep what it likes: that is empty for each run.
 */
export async function applicationsFor(words) {
  const names = readdirSync(fileURLToPath(folder)).map((file) => file.replace(/\.js$/, ''));
  const wanted = names.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  if (wanted.length === 0) throw new Error(`Nothing here matches ${words.join(', ')}.`);
  return Promise.all(
    wanted.map(async (name) => ({ name, ...(await import(new URL(`${name}.js`, folder))) })),
  );
}
