export interface Settings {
  /** Fresh processes of each subject, one after the other: the same code differs by up to 8 % from process to process. */
  readonly processes: number;
  /** For each of the processes. */
  readonly rounds: number;
  /** Milliseconds that a subject gets in one round. */
  readonly slot: number;
  /**
   * The fewest and the most requests before the first round, and the milliseconds of CPU time after which fewer will do.
   */
  readonly warmUp: { readonly least: number; readonly most: number; readonly milliseconds: number };
  readonly connections: number;
  /** Requests that a connection sends before the answer to the first of them. */
  readonly pipelining: number;
  /** The binary that runs the servers. */
  readonly node: string;
}

/** On Node 26 the compilers are busy with a larger application until it has answered 40,000 requests. */
export const WARM_UP: Settings['warmUp'] = { least: 40_000, most: 80_000, milliseconds: 8000 };
/** Concurrent connections, unless a scenario is about them. */
export const CONNECTIONS = 32;
/** The same where requests are pipelined, as public benchmarks do it. */
export const PIPELINED_CONNECTIONS = 100;
