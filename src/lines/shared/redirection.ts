/** The arguments of `res.redirect` in 3.x and 4.x. */
export interface Redirection {
  status: number;
  url: any;
  /** The status came second, which is deprecated. */
  reversed: boolean;
}

export function readRedirection(args: readonly any[]): Redirection {
  const [first, second] = args;
  if (args.length !== 2) return { status: 302, url: first, reversed: false };
  const reversed = typeof first !== 'number';
  return reversed ? { status: second, url: first, reversed } : { status: first, url: second, reversed };
}
