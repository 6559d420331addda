/** The page's looks: light and dark, and narrow enough for a phone. */

export const style = `
:root { color-scheme: light dark; --page: #fbfbfa; --ink: #1d1f23; --soft: #666a73; --rule: #e2e2df; --bar: #b9bdc6; --card: #fff;
  --maglev: #0a7d5a; --maglev2: #5fb598; --express: #c2410c; --express2: #e08b5e; --raw: #4a4e57; --fastify: #2563c9; --koa: #8b3fb5; --other: #a1761b; }
@media (prefers-color-scheme: dark) {
  :root { --page: #15171b; --ink: #eceded; --soft: #9ea3ad; --rule: #2c3037; --bar: #4b515c; --card: #1c1f24;
  --maglev: #35c796; --maglev2: #2a8f6e; --express: #f58a4b; --express2: #b56a3f; --raw: #c3c7cf; --fastify: #6fa3f5; --koa: #c78bea; --other: #dcb14e; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px 64px; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px; } h2 { font-size: 20px; margin: 40px 0 4px; } h3 { font-size: 15px; margin: 0; }
p { margin: 0 0 12px; color: var(--soft); max-width: 76ch; }
.grid-of { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); gap: 16px; margin-top: 12px; }
figure { margin: 0; padding: 14px 16px; background: var(--card); border: 1px solid var(--rule); border-radius: 8px; min-width: 0; }
figcaption p { font-size: 13px; margin: 0 0 6px; }
ol, .legend { list-style: none; margin: 8px 0 0; padding: 0; }
.bars li { display: grid; grid-template-columns: minmax(0, 11.5em) 1fr 3.4em; gap: 8px; align-items: center; font-size: 13px; }
.name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.track { position: relative; height: 12px; } .bar { position: absolute; inset: 0 auto 0 0; background: var(--c, var(--bar)); border-radius: 0 3px 3px 0; }
.whisker { position: absolute; top: 5.5px; height: 1px; background: var(--ink); opacity: .55; }
.value { text-align: right; font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 11px; } svg .axis { fill: var(--ink); }
.grid { stroke: var(--rule); } svg polyline { fill: none; stroke: var(--c, var(--bar)); stroke-width: 2; }
svg circle { fill: var(--c, var(--bar)); } svg polygon { fill: var(--c, var(--bar)); opacity: .18; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 13px; }
.legend li::before { content: ''; display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px; background: var(--c, var(--bar)); }
.scroll { overflow-x: auto; margin-top: 12px; border: 1px solid var(--rule); border-radius: 8px; background: var(--card); }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: 5px 10px; text-align: right; border-top: 1px solid var(--rule); } thead th { border-top: 0; font-weight: 600; }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--card); font-weight: 500; }
details { margin-top: 12px; } summary { cursor: pointer; } details li { margin-bottom: 6px; } details ul { padding-left: 18px; }
.s-maglev { --c: var(--maglev); } .s-maglev-no-etag, .s-maglev-4 { --c: var(--maglev2); } .s-express { --c: var(--express); }
.s-express-4 { --c: var(--express2); } .s-raw, .s-raw-flat, .s-raw-express { --c: var(--raw); }
.plot .s-fastify { --c: var(--fastify); } .plot .s-koa { --c: var(--koa); } .plot .s-hono { --c: var(--other); }
`;
