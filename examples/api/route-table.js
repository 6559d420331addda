/** The compiled route table as text, in registration order; the layers of nested routers are indented. */
export function describeRoutes(app) {
  const rows = app.routes().map(({ methods, path, name, depth }) => {
    const isRoute = methods[0] !== 'USE';
    return {
      methods: isRoute ? methods.join(',') : 'use',
      what: `${'  '.repeat(depth)}${path}${isRoute ? '' : `  ${name}`}`,
    };
  });
  const width = Math.max(...rows.map(({ methods }) => methods.length));
  return [headline(app), ...rows.map(({ methods, what }) => `  ${methods.padEnd(width)}  ${what}`)].join(
    '\n',
  );
}

function headline(app) {
  const { layers, leaves, regexpOnly, milliseconds } = app.compile();
  return `Routes (${layers} layers compiled into ${leaves} leaves, ${regexpOnly} regexp-only, in ${milliseconds.toFixed(1)} ms):`;
}
