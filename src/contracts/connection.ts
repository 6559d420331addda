/** A connection whose response in flight is not wired yet (src/server/connection.ts); responses reach it by `kConnection`. */
export interface UnwiredConnection {
  /** Writes the head and the body of a response that nobody observes. Returns false, and does nothing, if Node has to do that. */
  end(res: unknown, text: string): boolean;
  /** Whether a response is the one in flight. */
  isOpen(res: unknown): boolean;
  /** Lets Node wire the response in flight and its request. */
  handOver(): void;
}
