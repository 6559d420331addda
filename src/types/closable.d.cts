export interface CloseOptions {
  /** Milliseconds after which connections that are still open are cut; without it they are waited for. */
  timeout?: number | undefined;
}

/** An application whose servers can be closed. */
export interface Closable {
  /**
   * Close the servers that `app.listen` opened: nobody new is let in, answers under way are finished, and connections
   * on which nothing is under way are closed.
   *
   * @example process.once('SIGTERM', () => app.close({ timeout: 10_000 }));
   */
  close(options?: CloseOptions, callback?: () => void): Promise<void>;
  close(callback: () => void): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
