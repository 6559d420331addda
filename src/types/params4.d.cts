/** Parameters by name; wildcards and unnamed groups by number. */
export interface ParamsDictionary {
  [name: string]: string;
  [index: number]: string;
}

/**
 * The parameters of a path of the 4.x grammar, derived from its text: names, followed by `?` if optional, and `*` under
 * the next number. An unnamed group could contain anything, so the parameters of such a path are not known.
 *
 * @example RouteParameters<'/:id/files/*'>; // { id: string; 0: string }
 */
export type RouteParameters<Path> = Path extends string
  ? string extends Path
    ? ParamsDictionary
    : Read<Path, [], unknown>
  : ParamsDictionary;

/** Reads a path from the start; `Stars` has one element for each wildcard so far. */
type Read<Path extends string, Stars extends 0[], Found> = Path extends `${infer First}${infer Rest}`
  ? First extends ':'
    ? ReadName<Rest, '', Stars, Found>
    : First extends '*'
      ? Read<Rest, [...Stars, 0], Found & { [Index in Stars['length']]: string }>
      : First extends '('
        ? ParamsDictionary
        : First extends '\\'
          ? Read<Rest extends `${string}${infer Unescaped}` ? Unescaped : '', Stars, Found>
          : Read<Rest, Stars, Found>
  : { [Name in keyof Found]: Found[Name] };

type ReadName<
  Path extends string,
  Name extends string,
  Stars extends 0[],
  Found,
> = Path extends `${infer First}${infer Rest}`
  ? First extends WordCharacter
    ? ReadName<Rest, `${Name}${First}`, Stars, Found>
    : ReadGroup<Path, Name, Stars, Found>
  : ReadGroup<Path, Name, Stars, Found>;

/** Skips the expression that a name may have, as in `:id(\\d+)`. */
type ReadGroup<Path extends string, Name extends string, Stars extends 0[], Found> = Name extends ''
  ? Read<Path, Stars, Found>
  : Path extends `(${infer Group})${infer Rest}`
    ? Group extends `${string}(${string}`
      ? ParamsDictionary
      : ReadEnd<Rest, Name, Stars, Found>
    : ReadEnd<Path, Name, Stars, Found>;

/** After a name, `*` lets the match continue over slashes, and counts as a wildcard; `?` makes it optional. */
type ReadEnd<
  Path extends string,
  Name extends string,
  Stars extends 0[],
  Found,
> = Path extends `*${infer Rest}`
  ? ReadEnd<Rest, Name, [...Stars, 0], Found & { [Index in Stars['length']]: string }>
  : Path extends `?${infer Rest}`
    ? Read<Rest, Stars, Found & { [Key in Name]?: string | undefined }>
    : Read<Path, Stars, Found & { [Key in Name]: string }>;

type Letter =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z');
type WordCharacter =
  | (Letter | Uppercase<Letter> | '_')
  | ('0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9');
