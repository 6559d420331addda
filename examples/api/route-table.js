/** The registered layers as text, in the order they are tried; what a nested router holds is indented. */
export function describeRoutes(app) {
  const rows = rowsOf(app.router.stack, '');
  const width = Math.max(...rows.map(({ method }) => method.length));
  const lines = rows.map(({ method, path }) => `  ${method.padEnd(width)}  ${path}`);
  return [headline(app), ...lines].join('\n');
}

function headline(app) {
  const { layers, leaves, opaque, milliseconds } = app.compile();
  return `Routes (${layers} layers compiled into ${leaves} leaves, ${opaque} opaque, in ${milliseconds.toFixed(1)} ms):`;
}

function rowsOf(stack, indent) {
  return stack.flatMap((layer) => {
    if (layer.route) return rowsOfRoute(layer.route, indent);
    const row = { method: 'use', path: `${indent}${layer.name}` };
    return [row, ...rowsOf(layer.handle.stack ?? [], `${indent}  `)];
  });
}

function rowsOfRoute(route, indent) {
  const methods = new Set(route.stack.map(({ method }) => (method ?? 'all').toUpperCase()));
  return [...methods].map((method) => ({ method, path: indent + route.path }));
}
