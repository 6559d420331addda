/** The page as HTML, rendered for each request: no script runs in the browser. */
export function renderPage({ sent, onMaglev, onExpress, rows, figures, rounds, examples, methods }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A bookshop on maglev</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
<h1>A bookshop on maglev</h1>
<p>A small API, served by <code>npm start</code>. Send it a request to see which layers ran and how long they took, on maglev and on Express with the same files.</p>
</header>
<main>
<section aria-labelledby="try">
<h2 id="try">Try a request</h2>
${form(sent, methods)}
${exampleButtons(sent, examples)}
</section>
<section aria-labelledby="result">
<h2 id="result">Result of <code>${escapeHtml(sent.method)} ${escapeHtml(sent.path)}</code></h2>
${timeCards(onMaglev, onExpress, rounds)}
${equality(onMaglev, onExpress)}
<div class="columns">
${layerTable(onMaglev, rows)}
${responseCard(onMaglev)}
</div>
</section>
<section aria-labelledby="routes">
<h2 id="routes">Routes</h2>
<p>${figures.layers} layers, compiled before the first request into ${figures.leaves} kinds of paths. The layers that ran for the request above are marked.</p>
${routeTable(rows, onMaglev)}
</section>
<section aria-labelledby="next">
<h2 id="next">What next?</h2>
<ul>
<li>Use the API itself: <a href="/api/books">/api/books</a>, <a href="/api/books/1">/api/books/1</a>, <a href="/api/books/1/reviews">/api/books/1/reviews</a>.</li>
<li>Compare your own application on Express and on maglev: <code>npx maglev compare ./app.js</code></li>
<li>See its routes, and what runs for a request: <code>npx maglev routes ./app.js</code></li>
<li>Run it on maglev: <code>npx maglev swap</code>, described in <code>docs/swapping-in.md</code></li>
<li>Write a new application: <code>docs/getting-started.md</code></li>
</ul>
</section>
</main>
<footer><p>The source is in <code>examples/api</code>. The source of this page is in <code>examples/api/tour</code>; it uses the tracing channel <code>maglev:layer</code>.</p></footer>
</body>
</html>
`;
}

function form({ method, path, body = '' }, methods) {
  const options = methods
    .map((one) => `<option${one === method ? ' selected' : ''}>${one}</option>`)
    .join('');
  return `<form method="post" action="/" class="request">
<label>Method <select name="method">${options}</select></label>
<label class="path">Path <input name="path" value="${escapeHtml(path)}" spellcheck="false" autocomplete="off"></label>
<label class="body">Body, as JSON <textarea name="body" rows="2" spellcheck="false">${escapeHtml(body)}</textarea></label>
<button>Send</button>
</form>`;
}

function exampleButtons(sent, examples) {
  const buttons = examples.map((one, i) => {
    const isSent = one.method === sent.method && one.path === sent.path;
    return `<button name="example" value="${i}"${isSent ? ' aria-pressed="true"' : ''}><b>${one.method}</b> ${escapeHtml(one.path)}</button>`;
  });
  return `<form method="post" action="/" class="examples" aria-label="Requests to try">${buttons.join('\n')}</form>`;
}

/** The CPU time on both as bars with a common scale. A request that was sent only once is not measured. */
function timeCards(ours, express, { measured, requests }) {
  const most = Math.max(ours.microseconds, express?.microseconds ?? 0);
  const bar = (name, { low, microseconds, high }, kind) => `<div class="time ${kind}">
<span>${name}</span><strong>${rounded(microseconds)} µs <small>${rounded(low)}-${rounded(high)}</small></strong>
<div class="bar" style="--share: ${(microseconds / most).toFixed(3)}"></div></div>`;
  const bars = `<div class="times">${bar('maglev', ours, 'maglev')}
${express?.microseconds ? bar(`Express ${escapeHtml(express.version)}`, express, 'express') : ''}</div>
${express?.microseconds ? `<p class="ratio">${ratio(ours, express)}</p>` : ''}
<p>CPU time per request, including Node itself: the median of ${measured} ${express?.microseconds ? 'alternating ' : ''}rounds of ${requests} requests, and the range of the middle half of the rounds.</p>`;
  return `${ours.microseconds ? bars : '<p>This request may change data, so it was sent once. A single request is too short to measure its time.</p>'}
${express ? '' : '<p>Express is not installed here: run <code>npm install express</code> to compare with it.</p>'}
${express?.problem ? `<p class="problem">${escapeHtml(express.problem)}</p>` : ''}`;
}

/** How much less or more CPU time maglev uses, if the ranges do not overlap. */
function ratio(ours, express) {
  const times = (more, less) => (more.microseconds / less.microseconds).toFixed(1);
  if (ours.high < express.low) return `maglev uses ${times(express, ours)} times less CPU time than Express.`;
  if (express.high < ours.low) return `maglev uses ${times(ours, express)} times more CPU time than Express.`;
  return 'The ranges overlap: this measurement does not show which uses less CPU time.';
}

/** Whether status, headers and body are the same, except for the headers that always differ. */
function equality(ours, express) {
  if (!express?.status) return '';
  const differing = differences(ours, express);
  if (differing.length === 0)
    return '<p class="same">The response is the same as on Express, header for header and byte for byte, except for <code>X-Powered-By</code> and the time in <code>Date</code>.</p>';
  return `<p class="problem">The response of Express differs: ${differing.map(escapeHtml).join(', ')}. Express runs in a separate process, which only has the books that were added on this page.</p>`;
}

function differences(ours, express) {
  const heads = [ours, express].map(({ headers }) => {
    const pairs = pairsOf(headers).filter(([name]) => !/^(date|x-powered-by)$/i.test(name));
    return pairs.map(([name, value]) => `${name}: ${value}`).join('\n');
  });
  return [
    ...(ours.status === express.status ? [] : [`status ${express.status}`]),
    ...(heads[0] === heads[1] ? [] : ['different headers']),
    ...(ours.body === express.body ? [] : ['a different body']),
  ];
}

function layerTable({ layers, microseconds: measured }, rows) {
  const rowByLayer = new Map(rows.map((row) => [row.layer, row]));
  let route;
  const shown = layers.flatMap((run) => {
    const row = rowByLayer.get(run.layer);
    if (run.type === 'route') route = row;
    return run.type === 'route' ? [] : [{ ...run, row: row ?? route }];
  });
  const most = Math.max(...shown.map(({ microseconds }) => microseconds), 0.001);
  const lines = shown.map(({ type, row, microseconds }, i) => {
    const { depth, path, name } = row;
    const what = type === 'middleware' && name !== '<anonymous>' ? name : path;
    return `<tr><td class="number">${i + 1}</td><td><span class="depth" style="--depth: ${depth}">${type} <code>${breakable(what)}</code></span></td>
<td class="number">${microseconds.toFixed(1)}</td><td class="chart"><div class="bar" style="--share: ${(microseconds / most).toFixed(3)}"></div></td></tr>`;
  });
  return `<div class="card"><h3>What ran on maglev</h3>
<table class="layers"><thead><tr><th class="number">#</th><th>layer</th><th class="number">µs</th><th class="chart"><span class="unseen">share</span></th></tr></thead>
<tbody>${lines.join('\n')}</tbody></table>
${endedEarly(layers, rows)}
<p>In the order in which they ran. Each time excludes the layers that ran inside.${measured ? ' The times include the tracing, so they cannot be compared with the CPU time above.' : ''}</p></div>`;
}

/** A route that matches and did not run: something before it ended the request, which is not always a layer. */
function endedEarly(layers, rows) {
  if (layers.some(({ type }) => type === 'route')) return '';
  const route = rows.find(({ methods, layer }) => methods[0] !== 'USE' && layer !== null);
  if (route === undefined) return '';
  return `<p>The route <code>${escapeHtml(route.path)}</code> matches, but did not run: a layer before it or a callback of <code>router.param</code>, which is not a layer, ended the request or passed on an error.</p>`;
}

function responseCard({ status, headers, body }) {
  const lines = pairsOf(headers).map(([name, value]) => `<b>${escapeHtml(name)}</b>: ${escapeHtml(value)}`);
  return `<div class="card"><h3>Response: ${status}</h3>
<pre>${lines.join('\n')}</pre>
<pre class="text">${escapeHtml(body.length > 2000 ? `${body.slice(0, 2000)} ...` : body) || '(empty)'}</pre></div>`;
}

function routeTable(rows, { layers }) {
  const ran = new Set(layers.map(({ layer }) => layer));
  const lines = rows.map(({ methods, path, name, depth, layer }) => {
    const isRoute = methods[0] !== 'USE';
    const what = isRoute || name === '<anonymous>' ? '' : escapeHtml(name);
    return `<tr${ran.has(layer) ? ' class="ran"' : ''}><td>${isRoute ? methods.join(', ') : 'use'}</td><td><span class="depth" style="--depth: ${depth}"><code>${breakable(path)}</code></span></td><td>${what}</td></tr>`;
  });
  return `<table class="routes"><thead><tr><th>method</th><th>path</th><th>function</th></tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
}

function pairsOf(flat) {
  return flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1]]] : []));
}

function rounded(microseconds) {
  return Math.round(microseconds).toLocaleString('en');
}

/** A path that may wrap before each of its segments. */
function breakable(path) {
  return escapeHtml(path).replace(/(?!^)\//g, '<wbr>/');
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
