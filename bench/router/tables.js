/** Route tables as data: every subject registers the same paths, and every scenario asks for the same ones. */

/** A third each: text only, one parameter, two parameters. */
export function pathsOf(count) {
  return Array.from({ length: count }, (_, i) => {
    if (i % 3 === 0) return `/resource${i}/list`;
    if (i % 3 === 1) return `/resource${i}/:id`;
    return `/resource${i}/:id/items/:item`;
  });
}

const fill = (path) => path.replaceAll(/:\w+/g, 'value7');
const lastOf = (paths, test) => paths.findLast(test);

/** What is asked of a flat table. */
export const flatScenarios = [
  { name: 'first', target: (paths) => fill(paths[0]) },
  { name: 'last, text', target: (paths) => lastOf(paths, (path) => !path.includes(':')) },
  { name: 'last, parameter', target: (paths) => fill(lastOf(paths, (path) => path.endsWith('/:id'))) },
  { name: 'miss', target: () => '/nothing/here', misses: true },
];

/** Routers within routers, five deep, the table in the innermost. */
export const NESTING = ['/api', '/v1', '/tenants/:tenant', '/projects', '/:project'];
export const nestedTarget = (path) => fill(NESTING.join('') + path);
