/** Finds the dispatch list of a request in a router's program, and again when the request or the table has changed. */
import type { DispatchList, Entry } from '../../compiler/ir.js';
import { IRREGULAR, readingOfKey } from '../../compiler/path.js';
import type { Program } from '../../compiler/program.js';
import type { LayerLike } from '../contracts/layer.js';
import { type Frame, NOT_LOOKED_UP } from './frame.js';
import { enterList, enterNextPart } from './list.js';
import { readUrl } from './url.js';

/** Finds the list again if the request or the table has changed since the last lookup. */
export function updateList(frame: Frame): void {
  if (frame.table.hasExposed) frame.table.checkExposedBetweenLayers();
  const { url, method } = frame.req;
  if (frame.tableVersion === NOT_LOOKED_UP || url !== frame.url) findListByUrl(frame, url, method);
  else if (method !== frame.method || frame.tableVersion !== frame.table.version)
    findListByPath(frame, method);
}

/** Reads the url, and finds the list for its path. */
export function findListByUrl(frame: Frame, url: unknown, method: unknown): void {
  const program = prepareLookup(frame, method);
  frame.url = url;
  const leaf =
    program === null || typeof url !== 'string' ? undefined : program.findStaticLeaf(method as string, url);
  if (leaf === undefined) {
    readUrl(frame.req, frame);
    if (program !== null && frame.reading !== IRREGULAR) findListInProgram(frame, program);
  } else {
    frame.path = url as string;
    frame.literal = true;
    frame.reading = readingOfKey(url as string);
    applyList(frame, program!, leaf.plain);
  }
}

/** Finds the list for the path that the frame has already read. */
export function findListByPath(frame: Frame, method: unknown): void {
  const program = prepareLookup(frame, method);
  if (program !== null && frame.reading !== IRREGULAR) findListInProgram(frame, program);
}

/** Resets the frame's list, and returns the program to find the new one in; null if the frame has to scan the stack. */
function prepareLookup(frame: Frame, method: unknown): Program<LayerLike> | null {
  const { table, tableVersion: lastVersion } = frame;
  frame.method = method;
  frame.tableVersion = table.version;
  frame.list = null;
  frame.programTable = table;
  // If the table has changed during the request, the frame scans the stack, as Express does.
  if ((lastVersion !== NOT_LOOKED_UP && lastVersion !== table.version) || frame.stack !== table.layers)
    return null;
  const program = table.getProgram();
  return program !== null && frame.index < program.length ? program : null;
}

function findListInProgram(frame: Frame, program: Program<LayerLike>): void {
  applyList(frame, program, program.findList(frame.method as string, frame.path!, frame.reading));
}

/** Sets the frame's list; without one (null) the stack is scanned. */
function applyList(frame: Frame, program: Program<LayerLike>, list: DispatchList<LayerLike> | null): void {
  frame.compiledLength = program.length;
  if (list !== null) enterListAt(frame, list, frame.index);
}

/** Skips the entries of layers that the frame has already tried. */
function enterListAt(frame: Frame, list: DispatchList<LayerLike>, index: number): void {
  enterList(frame, list, null);
  while (frame.remaining !== null && index > 0 && lastIndex(frame.list!) < index)
    enterNextPart(frame, frame.remaining);
  const entries = frame.list!;
  let cursor = 0;
  while (cursor < entries.length && entries[cursor]!.index < index) cursor++;
  frame.cursor = cursor;
}

function lastIndex(entries: readonly Entry<LayerLike>[]): number {
  return entries[entries.length - 1]!.index;
}
