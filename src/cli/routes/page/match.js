// Runs in the page. Answers for the data of a page what `app.explain()` answers for an application: which layers a request
// runs, in which order, and why. The tree finds the leaf, the leaf's list names the layers, their expressions are asked.

/** Says what a request meets; `leaf` is null where every layer is asked in turn. */
export function explainRequest(data, method, path) {
  const reading = readRequestPath(path);
  if (reading === null) return { leaf: null, steps: scanTable(data, 0, method, path) };
  const index = indexFor(data, reading.encoded ? '*' : method);
  const found = index && findLeaf(index.nodes, reading.segments);
  if (!found) return { leaf: 'no leaf', steps: [] };
  const list = found.leaf[reading.slashed ? 1 : 0];
  if (list === null) return { leaf: null, steps: scanTable(data, 0, method, path) };
  return { leaf: found.name, steps: followList(data, 0, list, method, path) };
}

/** Null for a path that is not looked up in the tree. */
function readRequestPath(path) {
  if (!path.startsWith('/') || path.includes('//') || !/^[!-"$-\x7f]*$/.test(path)) return null;
  const slashed = path.length > 1 && path.endsWith('/');
  const key = (slashed ? path.slice(1, -1) : path.slice(1)).toLowerCase();
  return { slashed, encoded: path.includes('%'), segments: key === '' ? [] : key.split('/') };
}

function indexFor({ indexes }, method) {
  return (
    indexes.find(({ methods }) => methods.includes(method)) ??
    indexes.find(({ methods }) => methods.includes('*'))
  );
}

/** Text is preferred over any segment, and that over the rest of the path, from left to right. */
function findLeaf(nodes, segments) {
  // What is still to be tried, the best of it last.
  const open = [{ node: nodes[0], at: 0, name: '', wild: false }];
  while (open.length > 0) {
    const { node, at, name, wild } = open.pop();
    if (wild) return { leaf: node.wild, name: `${name}/*` };
    if (at === segments.length) {
      if (node.leaf) return { leaf: node.leaf, name: name || '/' };
      continue;
    }
    if (node.wild) open.push({ node, at, name, wild: true });
    for (const wanted of [null, segments[at]]) {
      const child = node.children.map((i) => nodes[i]).find(({ segment }) => segment === wanted);
      if (child) open.push({ node: child, at: at + 1, name: `${name}/${wanted ?? ':'}`, wild: false });
    }
  }
  return null;
}

function followList(data, table, list, method, path) {
  const { layers, mountEnds } = data.tables[table];
  return data.lists[list].flatMap(([index, certainty, inner]) => {
    const layer = layers[index];
    const matched = askLayer(layer, method, path, mountEnds);
    if (matched === null) return [];
    const rest = path.slice(matched.length) || '/';
    const why = certainty !== 0 ? 'certain' : layer.opaque ? 'opaque' : 'guarded';
    let within = null;
    if (inner !== null) within = followList(data, layer.mount, inner, method, rest);
    else if (layer.mount !== null) within = scanTable(data, layer.mount, method, rest);
    return [{ layer, index, why, matched, inner: within }];
  });
}

/** Asks every layer in turn, as Express does. */
function scanTable(data, table, method, path) {
  const { layers, mountEnds } = data.tables[table];
  return layers.flatMap((layer, index) => {
    const matched = askLayer(layer, method, path, mountEnds);
    if (matched === null) return [];
    const rest = path.slice(matched.length) || '/';
    const inner = layer.mount === null ? null : scanTable(data, layer.mount, method, rest);
    return [{ layer, index, why: 'scanned', matched, inner }];
  });
}

/** What a layer takes of a path, or null if it does not match. */
function askLayer(layer, method, path, mountEnds) {
  if (!handlesMethod(layer, method)) return null;
  const matched = matchOf(layer, path);
  if (matched === null || layer.methods !== null || matched === '') return matched;
  const behind = path[matched.length];
  return path.startsWith(matched) && (behind === undefined || mountEnds.includes(behind)) ? matched : null;
}

function handlesMethod({ methods }, method) {
  if (methods === null || methods === '*' || methods.includes(method)) return true;
  return method === 'HEAD' && methods.includes('GET');
}

function matchOf({ matcher }, path) {
  switch (matcher.kind) {
    case 'everything':
      return '';
    case 'star':
      return canDecode([path]) ? path : null;
    case 'below':
      return isBelow(path, matcher.prefix) ? path.slice(0, matcher.prefix.length) : null;
    case 'regexps':
      return firstMatch(matcher.regexps, path);
    default:
      // Only the running application can tell.
      return '';
  }
}

function firstMatch(regexps, path) {
  for (const [source, flags] of regexps) {
    const found = new RegExp(source, flags).exec(path);
    if (found) return canDecode(found.slice(1)) ? found[0] : null;
  }
  return null;
}

function canDecode(values) {
  try {
    for (const value of values) if (value !== undefined) decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

/** Where a stack of 3.x runs what stands at an address. */
function isBelow(path, prefix) {
  const behind = path[prefix.length];
  const ends = behind === undefined || behind === '/' || behind === '.';
  return ends && path.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
}
