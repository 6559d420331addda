/** The styles of this page, in addition to those that all pages share. */

export const style = `
:root { --maglev2: #5fb598; --express2: #e08b5e; --raw: #4a4e57; --fastify: #2563c9; --koa: #8b3fb5; --other: #a1761b; }
@media (prefers-color-scheme: dark) {
  :root { --maglev2: #2a8f6e; --express2: #b56a3f; --raw: #c3c7cf; --fastify: #6fa3f5; --koa: #c78bea; --other: #dcb14e; } }
.stacked { display: grid; gap: 16px; margin-top: 12px; }
.bars ol { list-style: none; margin: 8px 0 0; padding: 0; }
.bars li { display: grid; grid-template-columns: minmax(0, 15em) repeat(3, 1fr); gap: 0 16px; align-items: center; font-size: 13px; padding: 1px 0; }
.name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .metric { color: var(--soft); font-size: 12px; }
.measure { display: grid; grid-template-columns: 1fr 3.4em; gap: 6px; align-items: center; } .measure .metric { display: none; }
.track { position: relative; height: 12px; } .bar { position: absolute; inset: 0 auto 0 0; background: var(--c, var(--bar)); border-radius: 0 3px 3px 0; }
.whisker { position: absolute; top: 5.5px; height: 1px; background: var(--ink); opacity: .55; }
.whole { position: absolute; inset: -2px auto -2px auto; border-left: 1px dashed var(--soft); }
.value { text-align: right; font-variant-numeric: tabular-nums; }
@media (max-width: 720px) { .bars li { grid-template-columns: 1fr; padding: 5px 0; } .bars .head { display: none; }
  .measure { grid-template-columns: 6.4em 1fr 3.4em; } .measure .metric { display: inline; } }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 13px; } svg .axis { fill: var(--ink); }
.grid { stroke: var(--rule); } svg polyline { fill: none; stroke: var(--c, var(--bar)); stroke-width: 2; }
svg circle { fill: var(--c, var(--bar)); } svg polygon { fill: var(--c, var(--bar)); opacity: .18; }
.s-maglev-no-etag, .s-maglev-4 { --c: var(--maglev2); }
.s-express-4 { --c: var(--express2); } .s-raw, .s-raw-flat, .s-raw-express, .s-raw-composed { --c: var(--raw); }
.plot .s-fastify { --c: var(--fastify); } .plot .s-koa { --c: var(--koa); } .plot .s-hono { --c: var(--other); }
`;
