/** Route tables as data: every subject registers the same paths, and every scenario requests the same ones. */

/** A third each: no parameter, one parameter, two parameters. */
export function pathsOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    if (i % 3 === 0) return `/resource${i}/list`;
    if (i % 3 === 1) return `/resource${i}/:id`;
    return `/resource${i}/:id/items/:item`;
  });
}

const fill = (path: string) => path.replaceAll(/:\w+/g, 'value7');

/** The last path of a table that ends in one parameter. */
export function lastParameter(paths: readonly string[]): string {
  return paths.findLast((path) => path.endsWith('/:id'))!;
}

export interface FlatScenario {
  readonly name: string;
  readonly target: (paths: readonly string[]) => string;
  readonly misses?: boolean;
}

/** The requests to a flat table. */
export const flatScenarios: readonly FlatScenario[] = [
  { name: 'first', target: (paths) => fill(paths[0]!) },
  { name: 'last, text', target: (paths) => paths.findLast((path) => !path.includes(':'))! },
  { name: 'last, parameter', target: (paths) => fill(lastParameter(paths)) },
  { name: 'miss', target: () => '/nothing/here', misses: true },
];

/** Mount paths of five nested routers, with the table in the innermost. */
export const NESTING: readonly string[] = ['/api', '/v1', '/tenants/:tenant', '/projects', '/:project'];
export const nestedTarget = (path: string): string => fill(NESTING.join('') + path);
