/**
 * What callgrind has written of a process: its events by function. Functions of the binary have names there, code that V8 has made
 * has addresses only, whose names are in the map that V8 writes for perf.
 */

/** So often in a function: instructions, misses of the caches for code and for data, branches that were not foreseen. */
export interface Counts {
  instructions: number;
  codeMisses: number;
  dataMisses: number;
  wrongBranches: number;
}

/** callgrind's names for them; reading and writing miss apart. */
const EVENTS: Record<string, keyof Counts> = {
  Ir: 'instructions',
  I1mr: 'codeMisses',
  D1mr: 'dataMisses',
  D1mw: 'dataMisses',
  Bcm: 'wrongBranches',
  Bim: 'wrongBranches',
};

/** Reads what `--dump-instr=yes --compress-strings=no --compress-pos=no` makes callgrind write. */
export function readProfile(
  text: string,
  nameOf: (address: number) => string | undefined,
): Map<string, Counts> {
  const profile = new Map<string, Counts>();
  let events: readonly (keyof Counts | undefined)[] = [];
  let name = '';
  let isCall = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('events: '))
      events = line
        .slice(8)
        .split(' ')
        .map((event) => EVENTS[event]);
    else if (line.startsWith('fn=')) name = line.slice(3);
    else if (line.startsWith('calls=')) isCall = true;
    else if (line.startsWith('0x')) {
      // The line behind a call has what the called function took, which is counted there.
      if (!isCall) addLine(profile, line, events, (address) => ownName(name) ?? nameOf(address) ?? UNKNOWN);
      isCall = false;
    }
  }
  return profile;
}

const UNKNOWN = '(code without a name)';

/** That of a function of the binary; those that call each other again have a number behind it. */
function ownName(name: string): string | undefined {
  return name === '' || name.startsWith('0x') || name.startsWith('???')
    ? undefined
    : name.replace(/'\d+$/, '');
}

function addLine(
  profile: Map<string, Counts>,
  line: string,
  events: readonly (keyof Counts | undefined)[],
  nameOf: (address: number) => string,
): void {
  const [address, , ...numbers] = line.split(' ');
  const name = nameOf(Number(address));
  let counts = profile.get(name);
  if (counts === undefined) profile.set(name, (counts = noCounts()));
  numbers.forEach((number, i) => {
    const event = events[i];
    if (event !== undefined) counts[event] += Number(number);
  });
}

export function noCounts(): Counts {
  return { instructions: 0, codeMisses: 0, dataMisses: 0, wrongBranches: 0 };
}

/** The names of a map that V8 has written: `address length name` in each line. What is written later is what is there now. */
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

/** How many older ranges can lie over an address: V8 reuses the memory of code that it has thrown away. */
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

/** Without the mark of the compiler, the folder, and the position: compiled again, it is the same function. */
function shortName(name: string): string {
  return name
    .replace(/^JS:[*+~^]?'?/, '')
    .replace(/ (file:\/\/)?\/\S*\//, ' ')
    .replace(/:\d+:\d+$/, '');
}
