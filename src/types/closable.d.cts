export interface CloseOptions {
  /** Milliseconds after which open connections are destroyed; without it, `close` waits for them. */
  timeout?: number | undefined;
  /**
   * Milliseconds for which idle connections may send one more request, whose response has `Connection: close`. Without it
   * they are closed immediately, and a request that the client is sending at that moment is lost.
   */
  idle?: number | undefined;
}

/** An application whose servers can be closed. */
export interface Closable {
  /**
   * Close the servers that `app.listen` opened: requests that have arrived get their response, new connections are not
   * accepted, and idle ones are closed.
   *
   * @example process.once('SIGTERM', () => app.close({ idle: 5_000, timeout: 10_000 }));
   */
  close(options?: CloseOptions, callback?: () => void): Promise<void>;
  close(callback: () => void): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
