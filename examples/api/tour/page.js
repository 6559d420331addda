/** The page as HTML, which is made anew for each request: no script runs in the browser. */
export function renderPage({ asked, onMaglev, onExpress, rows, figures, turns, examples, methods }) {
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
<p>A small API, served by <code>npm start</code>. Send it a request, and see what ran for it and for how long: on maglev, and on Express with the very same files.</p>
</header>
<main>
<section aria-labelledby="try">
<h2 id="try">Try a request</h2>
${form(asked, methods)}
${exampleButtons(asked, examples)}
</section>
<section aria-labelledby="answer">
<h2 id="answer">What became of <code>${escapeHtml(asked.method)} ${escapeHtml(asked.path)}</code></h2>
${timeCards(onMaglev, onExpress, turns)}
${equality(onMaglev, onExpress)}
<div class="columns">
${layerTable(onMaglev, rows)}
${answerCard(onMaglev)}
</div>
</section>
<section aria-labelledby="routes">
<h2 id="routes">Its routes</h2>
<p>${figures.layers} layers, compiled before the first request into ${figures.leaves} kinds of paths. What ran for the request above is marked.</p>
${routeTable(rows, onMaglev)}
</section>
</main>
<footer><p>The source is in <code>examples/api</code>; this page is made in <code>examples/api/tour</code>, of what the tracing channel <code>maglev:layer</code> tells.</p></footer>
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

function exampleButtons(asked, examples) {
  const buttons = examples.map((one, i) => {
    const isAsked = one.method === asked.method && one.path === asked.path;
    return `<button name="example" value="${i}"${isAsked ? ' aria-pressed="true"' : ''}><b>${one.method}</b> ${escapeHtml(one.path)}</button>`;
  });
  return `<form method="post" action="/" class="examples" aria-label="Requests to try">${buttons.join('\n')}</form>`;
}

/** What it costs both, as bars of one scale; of a request that was sent once, nothing can be said. */
function timeCards(ours, express, { measured, requests }) {
  const most = Math.max(ours.microseconds, express?.microseconds ?? 0);
  const bar = (name, { low, microseconds, high }, kind) => `<div class="time ${kind}">
<span>${name}</span><strong>${whole(microseconds)} µs <small>${whole(low)}-${whole(high)}</small></strong>
<div class="bar" style="--share: ${(microseconds / most).toFixed(3)}"></div></div>`;
  const bars = `<div class="times">${bar('maglev', ours, 'maglev')}
${express?.microseconds ? bar(`Express ${escapeHtml(express.version)}`, express, 'express') : ''}</div>
<p>CPU time of one request, with what Node takes: the median of ${measured} turns of ${requests} requests${express?.microseconds ? ', on one and the other' : ''}, and what half of the turns lie between. If these overlap, this machine is too busy to tell.</p>`;
  return `${ours.microseconds ? bars : '<p>It may change something, so it was sent once. A single time would not be worth much: nothing is compared.</p>'}
${express ? '' : '<p>Express is not installed here: <code>npm install express</code> shows it beside.</p>'}
${express?.problem ? `<p class="problem">${escapeHtml(express.problem)}</p>` : ''}`;
}

/** Whether status, headers and body are the same, but for what has to differ. */
function equality(ours, express) {
  if (!express?.status) return '';
  const differing = differences(ours, express);
  if (differing.length === 0)
    return '<p class="same">The same answer as on Express, header by header and byte by byte, but for <code>X-Powered-By</code> and the time in <code>Date</code>.</p>';
  return `<p class="problem">Express answers otherwise: ${differing.map(escapeHtml).join(', ')}. It is another process, and only knows the books that were added on this page.</p>`;
}

function differences(ours, express) {
  const heads = [ours, express].map(({ headers }) => {
    const pairs = pairsOf(headers).filter(([name]) => !/^(date|x-powered-by)$/i.test(name));
    return pairs.map(([name, value]) => `${name}: ${value}`).join('\n');
  });
  return [
    ...(ours.status === express.status ? [] : [`status ${express.status}`]),
    ...(heads[0] === heads[1] ? [] : ['other headers']),
    ...(ours.body === express.body ? [] : ['another body']),
  ];
}

function layerTable({ layers }, rows) {
  const places = new Map(rows.map((row) => [row.layer, row]));
  let route;
  const shown = layers.flatMap((run) => {
    const row = places.get(run.layer);
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
<p>In this order. The time of each is its own, without what ran inside of it; being watched takes time as well, so they add up to more than is measured above.</p></div>`;
}

function answerCard({ status, headers, body }) {
  const lines = pairsOf(headers).map(([name, value]) => `<b>${escapeHtml(name)}</b>: ${escapeHtml(value)}`);
  return `<div class="card"><h3>The answer: ${status}</h3>
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

function whole(microseconds) {
  return Math.round(microseconds).toLocaleString('en');
}

/** A path that may go on in another line before each of its parts. */
function breakable(path) {
  return escapeHtml(path).replace(/(?!^)\//g, '<wbr>/');
}

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (sign) => SIGNS[sign]);
}
