/** The rows of the route table, each with its layer if that layer can run for this request. */
export function rowsOf(app, method, path) {
  const { steps } = app.explain(method, path);
  /** The steps of the router at each depth, and how many of its layers have been seen. */
  const routers = [{ steps, seen: 0 }];
  return app.routes().map((row) => {
    routers.length = row.depth + 1;
    const router = routers[row.depth];
    const step = router.steps.find(({ index }) => index === router.seen);
    router.seen++;
    routers.push({ steps: step?.inner ?? [], seen: 0 });
    return { ...row, layer: step?.layer ?? null };
  });
}
