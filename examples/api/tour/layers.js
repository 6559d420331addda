import { tracingChannel } from 'node:diagnostics_channel';

const channel = tracingChannel('maglev:layer');

/**
 * Records the layers that run for the requests selected by `filter`, until `stop` is called. `requests` lists the layers of
 * each request in order, with the microseconds of each, excluding the layers inside it.
 */
export function watchLayers(filter) {
  const requests = new Map();

  const subscribers = {
    start(message) {
      const { req, layer, type } = message;
      if (!filter(req)) return;
      const runs = requests.get(req) ?? [];
      requests.set(req, runs);
      const outer = runs.findLast(isOpen);
      message.run = { layer, type, outer, since: performance.now(), took: undefined, inner: 0 };
      runs.push(message.run);
    },
    end: ({ run }) => recordEnd(run, false),
    asyncStart: ({ run }) => recordEnd(run, true),
    asyncEnd() {},
    error() {},
  };
  channel.subscribe(subscribers);

  return {
    stop: () => channel.unsubscribe(subscribers),
    get requests() {
      return [...requests.values()].map((runs) => runs.map(describe));
    },
  };
}

/**
 * A layer ends when it calls `next`; the layers that run inside that call are not included in its time. Otherwise it ends when
 * its function returns, and again when its promise settles.
 */
function recordEnd(run, calledNext) {
  if (!run || run.isDone) return;
  run.isDone = calledNext;
  const before = run.took ?? 0;
  run.took = performance.now() - run.since;
  if (run.outer) run.outer.inner += run.took - before;
}

/** Whether a layer that starts now runs inside this one: only routers and routes contain other layers. */
function isOpen({ type, took }) {
  return took === undefined && (type === 'router' || type === 'route');
}

function describe({ layer, type, took = 0, inner }) {
  return { layer, type, microseconds: Math.max(0, (took - inner) * 1000) };
}
