/** How the time for measuring is divided: which requests get turns, how long these are, and on how many connections. */

/** Concurrent connections. */
export const CONNECTIONS = 16;
/** The minimum milliseconds per request, round and side, and the maximum number of requests that are measured alone. */
export const MIN_SLOT = 60;
const MAX_REQUESTS = 16;
/** Milliseconds: shorter turns of one request measure mostly how they start and end. */
const LEAST_ALONE = 20;
/** Shares of the time; time that the warm-up does not need goes to the rounds. */
export const WARM_UP = 0.35;
export const PROFILE = 0.15;
/** The share of the rounds' time for all requests in turn, which determine the gain. */
export const IN_TURN = 0.6;
/** How many more rounds these have than each request alone: many short pairs separate noise from a difference. */
export const MORE_ROUNDS = 6;
/** Responses that may be pending when a turn is over, as a multiple of those that it has time for. */
const TAIL = 2;

export interface Plan {
  readonly rounds: number;
  /** Milliseconds for the measurement. */
  readonly milliseconds: number;
}

/** The duration of one request on the slower side, in milliseconds. */
interface Timed {
  readonly name: string;
  readonly time: number;
  readonly cpu: number;
}

export interface Turns<Target> {
  readonly targets: readonly Target[];
  readonly connections: number;
}

/** Milliseconds of a turn, with all requests and with one. */
interface Slots {
  readonly all: number;
  readonly alone: number;
}

/** As many requests as there is time for, evenly chosen from the list. */
export function pickRequests<Request>(list: readonly Request[], { rounds, milliseconds }: Plan): Request[] {
  const affordable = Math.floor((milliseconds * (1 - WARM_UP - PROFILE)) / (MIN_SLOT * rounds * 2)) - 1;
  return evenly(list, Math.max(1, Math.min(MAX_REQUESTS, affordable)));
}

/** At most this many, evenly chosen from a list. */
export function evenly<One>(list: readonly One[], most: number): One[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}

/** How many requests there is time to measure alone; `late` is how much longer turns take than their slots. */
export function mostAlone(milliseconds: number, rounds: number, late: number): number {
  return Math.max(0, Math.floor(milliseconds / (2 * rounds * (LEAST_ALONE + Math.max(0, late)))));
}

/** Selects the connections so that all turns end within `milliseconds`. Skips the slowest requests if needed, and reports that. */
export function takeTurns<Target extends Timed>(
  tried: readonly Target[],
  rounds: number,
  milliseconds: number,
  report: (note: string) => void,
): Turns<Target> {
  const time = Math.max(0, milliseconds) * (1 - WARM_UP - PROFILE);
  const targets = [...tried];
  for (;;) {
    const { all, alone } = slotsOf(targets.length, rounds, time);
    const slot = Math.min(all, alone);
    const slowest = targets.reduce((one, other) => (other.time > one.time ? other : one));
    if (slowest.time <= Math.max(slot, MIN_SLOT) || targets.length === 1) {
      const cpu = Math.max(...targets.map((one) => one.cpu));
      const connections = Math.max(1, Math.min(CONNECTIONS, Math.floor((TAIL * slot) / cpu)));
      return { targets, connections };
    }
    targets.splice(targets.indexOf(slowest), 1);
    report(
      `Not measured: ${slowest.name} takes ${slowest.time.toFixed(0)} ms, longer than its turns of ${slot} ms. Run longer with --time.`,
    );
  }
}

/** With a single request, its rounds are those of all requests. */
export function slotsOf(requests: number, rounds: number, milliseconds: number): Slots {
  const inTurn = requests === 1 ? 1 : IN_TURN;
  const all = slotOf(inTurn * milliseconds, MORE_ROUNDS * rounds);
  return { all, alone: requests === 1 ? all : slotOf((1 - inTurn) * milliseconds, requests * rounds) };
}

/** Milliseconds of a turn, if both sides have this number of rounds. */
export function slotOf(milliseconds: number, rounds: number): number {
  return Math.max(1, Math.round(milliseconds / (2 * rounds)));
}
