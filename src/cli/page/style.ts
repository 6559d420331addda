/** The style of pages: light and dark, and usable on a phone. */

export const style = `
:root { color-scheme: light dark; --page: #fbfbfa; --ink: #1d1f23; --soft: #5c606a; --rule: #e2e2df; --bar: #b9bdc6; --card: #fff;
  --maglev: #0a7d5a; --express: #c2410c; --good: #0a7d5a; --bad: #b42318; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --page: #15171b; --ink: #eceded; --soft: #a3a8b2; --rule: #2c3037; --bar: #4b515c; --card: #1c1f24;
  --maglev: #35c796; --express: #f58a4b; --good: #35c796; --bad: #ff8577; --warn: #e3b341; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px 64px; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px; overflow-wrap: anywhere; } h2 { font-size: 20px; margin: 40px 0 4px; } h3 { font-size: 15px; margin: 0; }
p { margin: 0 0 12px; color: var(--soft); max-width: 76ch; }
figure { margin: 0; padding: 14px 16px; background: var(--card); border: 1px solid var(--rule); border-radius: 8px; min-width: 0; }
figcaption p { font-size: 13px; margin: 0 0 6px; }
.grid-of { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); gap: 16px; margin-top: 12px; }
.legend { list-style: none; margin: 8px 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 13px; }
.legend li::before { content: ''; display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px; background: var(--c, var(--bar)); }
.scroll { width: fit-content; max-width: 100%; overflow-x: auto; margin-top: 12px; border: 1px solid var(--rule); border-radius: 8px; background: var(--card); }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: 5px 10px; text-align: right; border-top: 1px solid var(--rule); } thead th { border-top: 0; font-weight: 600; }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--card); font-weight: 500; }
details { margin-top: 12px; } summary { cursor: pointer; } details li { margin-bottom: 6px; } details ul { padding-left: 18px; }
.s-maglev { --c: var(--maglev); } .s-express { --c: var(--express); }
`;

/** A self-contained page. */
export function document(title: string, styles: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}${styles}</style>
</head>
<body><main>
${main}
</main></body>
</html>
`;
}
