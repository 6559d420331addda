export interface Settings {
  /** Fresh processes of each subject, one after the other: processes with the same code differ by up to 8 %. */
  readonly processes: number;
  /** Rounds for each of the processes. */
  readonly rounds: number;
  /** Milliseconds of a subject in one round. */
  readonly slot: number;
  /**
   * The minimum and maximum number of requests before the first round. After `milliseconds` of CPU time, fewer are enough.
   */
  readonly warmUp: { readonly least: number; readonly most: number; readonly milliseconds: number };
  readonly connections: number;
  /** Requests that a connection sends before the response to the first of them. */
  readonly pipelining: number;
  /** The binary that runs the servers. */
  readonly node: string;
}

/** On Node 26 the JIT compilers work on a larger application until it has served 40,000 requests. */
export const WARM_UP: Settings['warmUp'] = { least: 40_000, most: 80_000, milliseconds: 8000 };
/**
 * Many short rounds: noise lasts longer than a round, so it affects a subject and the base next to it alike. In the same total time,
 * 51 rounds of 60 ms gave intervals of 3 %, and 15 rounds of 200 ms gave intervals of 15 %.
 */
export const QUICK = {
  processes: 1,
  rounds: 9,
  slot: 60,
  warmUp: { least: 3000, most: 15_000, milliseconds: 2000 },
};
/** Without `--quick`. */
export const FULL = { processes: 3, rounds: 17, slot: 60, warmUp: WARM_UP };
/** Concurrent connections, unless a scenario is about them. */
export const CONNECTIONS = 32;
/** The same for pipelined requests, as in public benchmarks. */
export const PIPELINED_CONNECTIONS = 100;
