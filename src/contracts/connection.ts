/** A connection that sends responses itself while nobody observes them (src/server/connection.ts); they reach it by `kConnection`. */
export interface LeanConnection {
  /** Writes the head and the body of a response that nobody observes. Returns false, and does nothing, if Node has to do that. */
  end(res: unknown, text: string): boolean;
}
