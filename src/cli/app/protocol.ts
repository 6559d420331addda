import type { FactoryCall } from './factory.js';

/** The input of the process that loads an application, in the environment variable below. */
export interface Order {
  /** The application's file. */
  readonly file: string;
  readonly call: FactoryCall | null;
  /** The application's `process.argv` after its file. */
  readonly args: readonly string[];
  /** The file of a module with a `Task`. */
  readonly task: string;
  readonly input: unknown;
  /** Milliseconds within which the application has to export an application or listen. */
  readonly limit: number;
}

/** Read and removed before the application is loaded, so that its child processes do not inherit it. */
export const ORDER = 'MAGLEV_CLI_ORDER';

/** Runs with a loaded application, in its process. The result is returned as JSON. */
export interface Task<Input = any, Result = unknown> {
  /**
   * `report` sends a message to the command, for tasks that keep running and serve requests. `others` are further applications
   * of the same file.
   */
  run(
    app: any,
    input: Input,
    report: (message: object) => void,
    others: readonly any[],
  ): Result | Promise<Result>;
  /** Called before the application is loaded. */
  prepare?(input: Input): void;
}

/** An error as sent between processes. */
export interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly code: string | undefined;
}

/** Why there is no result. */
export type Reason =
  /** The application threw while it was loading. */
  | 'threw'
  /** It neither exported nor listened, and the event loop is empty. */
  | 'silent'
  /** It neither exported nor listened within the time limit. */
  | 'late'
  /** It exports a function that is not an application; the message is its name. */
  | 'function'
  /** It exports no function of the requested name; the message is a list of those that it exports. */
  | 'no function'
  /** It calls `listen`, but not for an application. */
  | 'handler'
  /** The task threw. */
  | 'task';

export type Report =
  | { readonly maglev: 'result'; readonly value: unknown }
  | { readonly maglev: 'failure'; readonly reason: Reason; readonly error?: Thrown };

export function thrownOf(error: any): Thrown {
  return {
    name: String(error?.name ?? 'Error'),
    message: String(error?.message ?? error),
    stack: String(error?.stack ?? error),
    code: error?.code === undefined ? undefined : String(error.code),
  };
}
