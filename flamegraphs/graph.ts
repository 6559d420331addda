/** A flame graph as a small SVG file for the repository, from the data of a page of `clinic flame`. */

/** A function on the stack, as clinic merges its samples. */
export interface Frame {
  readonly functionName: string | null;
  readonly fileName: string | null;
  readonly lineNumber: number | null;
  /** Whose code it is: `core`, `all-v8`, `app`, `deps`. */
  readonly category: string;
  /** Samples in which it was on the stack. */
  readonly value: number;
  readonly children?: readonly Frame[];
}

/** A frame with its position: `left` and `width` in samples, `depth` in frames above the event loop. */
interface Block {
  readonly frame: Frame;
  readonly depth: number;
  readonly left: number;
  readonly width: number;
}

/** Narrower frames are left out, with everything they call: a name does not fit, and they would be most of the file. */
const LEAST_SHARE = 0.005;
const WIDTH = 1200;
const ROW = 18;
const MARGIN = 10;
/** The width of a character of the 11 px font. */
const CHARACTER = 6.3;

const COLOURS: Readonly<Record<string, string>> = {
  core: '#9ecae1',
  'all-v8': '#c7c7c7',
  app: '#fdae6b',
  deps: '#a1d99b',
};
/** Names of the categories. clinic considers everything outside of `node_modules` part of the application. */
const LEGEND: Readonly<Record<string, string>> = {
  core: 'node core',
  'all-v8': 'V8 and native code',
  app: 'the framework and its handlers',
  deps: 'packages in node_modules',
};

const DATA = /visualizer\/data\.json":\[function\(require,module,exports\)\{\nmodule\.exports=(.*)\n/;

export function framesIn(html: string): Frame {
  const [, data] = DATA.exec(html) ?? [];
  if (data === undefined) throw new Error('The page of clinic flame has no data.');
  return JSON.parse(data).merged;
}

/** `heading` has the lines that describe what was measured, and at which commit. */
export function drawGraph(root: Frame, heading: readonly string[]): string {
  const blocks = blocksOf(root, root.value * LEAST_SHARE);
  const rows = 1 + Math.max(...blocks.map(({ depth }) => depth));
  const top = MARGIN + ROW * (heading.length + 1);
  const height = top + ROW * rows + MARGIN;
  const scale = (WIDTH - 2 * MARGIN) / root.value;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">`,
    `<title>${escapeText(heading[0] ?? '')}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...heading.map((line, row) => textAt(MARGIN, MARGIN + ROW * (row + 0.7), line)),
    ...legendAt(MARGIN + ROW * heading.length),
    ...blocks.map((block) => drawBlock(block, root.value, scale, top + ROW * (rows - 1 - block.depth))),
    '</svg>\n',
  ].join('\n');
}

/** The frames that are wide enough. Callees are placed above their caller, starting at its left edge. */
function blocksOf({ children = [] }: Frame, least: number, depth = 0, left = 0): Block[] {
  const blocks: Block[] = [];
  let from = left;
  for (const frame of [...children].sort((a, b) => b.value - a.value)) {
    if (frame.value < least) break;
    blocks.push({ frame, depth, left: from, width: frame.value }, ...blocksOf(frame, least, depth + 1, from));
    from += frame.value;
  }
  return blocks;
}

function drawBlock({ frame, left, width }: Block, all: number, scale: number, y: number): string {
  const name = frame.functionName || '(anonymous)';
  const place = frame.fileName === null ? '' : ` ${frame.fileName}:${frame.lineNumber}`;
  const share = ((100 * width) / all).toFixed(1);
  const fitting = Math.floor((width * scale - 4) / CHARACTER);
  const x = MARGIN + left * scale;
  const label = fitting < 3 ? '' : textAt(x + 3, y + ROW * 0.7, shorten(name, fitting));
  const fill = COLOURS[frame.category] ?? '#dddddd';
  const box = `<rect x="${x.toFixed(1)}" y="${y}" width="${(width * scale).toFixed(1)}" height="${ROW - 1}" fill="${fill}"/>`;
  return `<g><title>${escapeText(`${name}${place}, ${share} %`)}</title>${box}${label}</g>`;
}

function legendAt(y: number): string[] {
  return Object.entries(LEGEND).map(([category, name], column) => {
    const x = MARGIN + column * 260;
    const box = `<rect x="${x}" y="${y}" width="11" height="11" fill="${COLOURS[category]}"/>`;
    return box + textAt(x + 16, y + 10, name);
  });
}

function textAt(x: number, y: number, text: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}">${escapeText(text)}</text>`;
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
