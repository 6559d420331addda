export interface CloseOptions {
  /** Milliseconds after which connections that are still open are cut; without it they are waited for. */
  timeout?: number | undefined;
  /**
   * Milliseconds for which connections on which nothing is under way may bring one more request, whose answer tells the
   * client that the connection ends. Without it they end at once, and a request that is on its way over one is lost.
   */
  idle?: number | undefined;
}

/** An application whose servers can be closed. */
export interface Closable {
  /**
   * Close the servers that `app.listen` opened: what has arrived is answered, nobody new is let in, and connections on
   * which nothing is under way are closed.
   *
   * @example process.once('SIGTERM', () => app.close({ idle: 5_000, timeout: 10_000 }));
   */
  close(options?: CloseOptions, callback?: () => void): Promise<void>;
  close(callback: () => void): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
