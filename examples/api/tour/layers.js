import { tracingChannel } from 'node:diagnostics_channel';

const channel = tracingChannel('maglev:layer');

/**
 * Notes which layers run for some requests, until it is told to stop. `requests` has those of each request, in their order,
 * with the microseconds for which they ran themselves.
 */
export function watchLayers(isMeant) {
  const requests = new Map();

  const subscribers = {
    start(message) {
      const { req, layer, type } = message;
      if (!isMeant(req)) return;
      const runs = requests.get(req) ?? [];
      requests.set(req, runs);
      const outer = runs.findLast(isOpen);
      message.run = { layer, type, outer, since: performance.now(), took: undefined, inner: 0 };
      runs.push(message.run);
    },
    end: ({ run }) => leave(run, false),
    asyncStart: ({ run }) => leave(run, true),
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
 * A layer is left when it calls `next`, and what runs in there is not its own; else when its function returns and, after
 * that, when its promise is kept.
 */
function leave(run, isByNext) {
  if (!run || run.isOver) return;
  run.isOver = isByNext;
  const before = run.took ?? 0;
  run.took = performance.now() - run.since;
  if (run.outer) run.outer.inner += run.took - before;
}

/** Whether what starts now runs inside of it: routers and routes hold others, a middleware is over when the next one runs. */
function isOpen({ type, took }) {
  return took === undefined && (type === 'router' || type === 'route');
}

function describe({ layer, type, took = 0, inner }) {
  return { layer, type, microseconds: Math.max(0, (took - inner) * 1000) };
}
