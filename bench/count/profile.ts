/**
 * Reads the output of callgrind: the events of a process by function. It has the names of functions of the binary. Code that V8 has
 * generated only has addresses there; its names are in the map that V8 writes for perf.
 */

/** The events of each function, and how often each one was called by which others. */
export interface Profile {
  readonly functions: ReadonlyMap<string, Counts>;
  /** The number of calls by the called function, and then by its caller. */
  readonly calls: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Events of one function: instructions, cache misses and mispredicted branches. */
export interface Counts {
  instructions: number;
  codeMisses: number;
  dataMisses: number;
  wrongBranches: number;
}

/** callgrind's names for them; it counts read and write misses separately. */
const EVENTS: Record<string, keyof Counts> = {
  Ir: 'instructions',
  I1mr: 'codeMisses',
  D1mr: 'dataMisses',
  D1mw: 'dataMisses',
  Bcm: 'wrongBranches',
  Bim: 'wrongBranches',
};

/**
 * Reads the output of callgrind with `--dump-instr=yes --compress-strings=no --compress-pos=no`. All numbers are divided by the
 * number of requests.
 */
export function readProfile(
  text: string,
  nameOf: (address: number) => string | undefined,
  requests: number,
): Profile {
  const functions = new Map<string, Counts>();
  const calls = new Map<string, Map<string, number>>();
  let events: readonly (keyof Counts | undefined)[] = [];
  let name = '';
  let calledName = '';
  /** What the last line says about a call, which the next one completes. */
  let call: { readonly target: number; readonly count: number } | null = null;
  const nameAt = (known: string, address: number) => ownName(known) ?? nameOf(address) ?? UNKNOWN;
  for (const line of text.split('\n')) {
    if (line.startsWith('events: '))
      events = line
        .slice(8)
        .split(' ')
        .map((event) => EVENTS[event]);
    else if (line.startsWith('fn=')) name = line.slice(3);
    else if (line.startsWith('cfn=')) calledName = line.slice(4);
    else if (line.startsWith('calls=')) {
      const [count, target] = line.slice(6).split(' ').map(Number);
      call = { count: count!, target: target! };
    } else if (line.startsWith('0x')) {
      const [address, , ...numbers] = line.split(' ').map(Number);
      // The line after a call has the inclusive cost of the called function, which is counted there.
      if (call === null) addEvents(functions, nameAt(name, address!), numbers, events, requests);
      else addCall(calls, nameAt(calledName, call.target), nameAt(name, address!), call.count / requests);
      call = null;
    }
  }
  return { functions, calls };
}

const UNKNOWN = '(code without a name)';

/** The name of a function of the binary, without the suffix that callgrind adds for recursion. */
function ownName(name: string): string | undefined {
  return name === '' || name.startsWith('0x') || name.startsWith('???')
    ? undefined
    : name.replace(/'\d+$/, '');
}

function addEvents(
  functions: Map<string, Counts>,
  name: string,
  numbers: readonly number[],
  events: readonly (keyof Counts | undefined)[],
  requests: number,
): void {
  let counts = functions.get(name);
  if (counts === undefined) functions.set(name, (counts = noCounts()));
  numbers.forEach((number, i) => {
    const event = events[i];
    if (event !== undefined) counts[event] += number / requests;
  });
}

function addCall(
  calls: Map<string, Map<string, number>>,
  called: string,
  caller: string,
  count: number,
): void {
  let callers = calls.get(called);
  if (callers === undefined) calls.set(called, (callers = new Map()));
  callers.set(caller, (callers.get(caller) ?? 0) + count);
}

export function noCounts(): Counts {
  return { instructions: 0, codeMisses: 0, dataMisses: 0, wrongBranches: 0 };
}

/** Reads a map written by V8, with `address length name` in each line. If ranges overlap, the last one is valid. */
export function readNames(map: string): (address: number) => string | undefined {
  const ranges = map
    .split('\n')
    .filter((line) => line !== '')
    .map((line, order) => {
      const [start = '', length = '', ...name] = line.split(' ');
      const from = Number.parseInt(start, 16);
      return { from, to: from + Number.parseInt(length, 16), order, name: shortName(name.join(' ')) };
    })
    .sort((a, b) => a.from - b.from || a.order - b.order);
  const known = new Map<number, string | undefined>();
  return (address) => {
    if (!known.has(address)) known.set(address, newest(ranges, address)?.name);
    return known.get(address);
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly order: number;
  readonly name: string;
}

/** How many older ranges to search for an address: V8 reuses the memory of discarded code. */
const OVERLAPS = 256;

function newest(ranges: readonly Range[], address: number): Range | undefined {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.from <= address) low = middle + 1;
    else high = middle;
  }
  const covering = ranges.slice(Math.max(0, low - OVERLAPS), low).filter(({ to }) => address < to);
  return covering.reduce<Range | undefined>(
    (last, one) => (last && last.order > one.order ? last : one),
    undefined,
  );
}

/** The name without the marker of the compiler, the folder and the position, so that recompiled functions are merged. */
function shortName(name: string): string {
  return name
    .replace(/^JS:[*+~^]?'?/, '')
    .replace(/ (file:\/\/)?\/\S*\//, ' ')
    .replace(/:\d+:\d+$/, '');
}
