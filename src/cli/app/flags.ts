/** Flags of node whose value may be a separate argument. */
const WITH_VALUE = new Set(
  '--import --require -r --loader --experimental-loader --conditions -C --env-file --env-file-if-exists --input-type --title'.split(
    ' ',
  ),
);

/**
 * Splits the arguments after `--` into flags for node, which come first, and arguments for the application. A second `--` ends the flags, for
 * arguments that have the name of a node flag.
 *
 * @example splitFlags(['--import', 'tsx', '--port', '80']); // { flags: ['--import', 'tsx'], args: ['--port', '80'] }
 */
export function splitFlags(rest: readonly string[]): { flags: string[]; args: string[] } {
  const end = rest.indexOf('--');
  if (end !== -1) return { flags: rest.slice(0, end), args: rest.slice(end + 1) };
  let at = 0;
  while (at < rest.length && isNodeFlag(rest[at]!)) at += WITH_VALUE.has(rest[at]!) ? 2 : 1;
  return { flags: rest.slice(0, at), args: rest.slice(at) };
}

function isNodeFlag(word: string): boolean {
  const [name = ''] = word.split('=', 1);
  return WITH_VALUE.has(name) || process.allowedNodeEnvironmentFlags.has(name);
}
