// The source map of a bundle: the maps of its parts, one below the other, as the format's "sections" have it.

export interface Section {
  /** The line of the bundle, from 0 on, where the part begins. */
  readonly line: number;
  readonly map: object;
}

export function sourceMapOf(sections: readonly Section[]): object {
  return {
    version: 3,
    sections: sections.map(({ line, map }) => ({ offset: { line, column: 0 }, map })),
  };
}
