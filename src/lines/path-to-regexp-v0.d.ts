declare module 'path-to-regexp-v0' {
  interface Key {
    name: string | number;
    optional: boolean;
    offset: number;
  }
  export default function pathToRegexp(
    path: string | RegExp | readonly (string | RegExp)[],
    keys: Key[],
    options: { sensitive?: boolean | undefined; strict?: boolean | undefined; end?: boolean | undefined },
  ): RegExp;
}
