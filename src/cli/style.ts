const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

/** Terminal colours, by name; plain text if the stream is not a terminal. */
export type Style = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

export function createStyle(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  const coloured = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const paint = ([name, code]: [string, number]) => {
    return [name, (text: string) => (coloured ? `\x1b[${code}m${text}\x1b[0m` : text)];
  };
  return Object.fromEntries(Object.entries(CODES).map(paint));
}
