/** A connection whose response in flight is not wired yet (src/server/connection.ts); responses reach it by `kConnection`. */
export interface EndsConnection {
  /** Writes the head and the body of a response that nobody observes. Returns false, and does nothing, if Node has to do that. */
  end(res: unknown, text: string): boolean;
}
