/** What maglev does in a shorter way than Express while nobody can see the difference. */
export interface FastPath {
  readonly name: 'messages' | 'headers' | 'head' | 'body' | 'notFound' | 'files' | 'connections' | 'bodies';
  readonly on: boolean;
  /** Why it is off, as a sentence; null if it is on. */
  readonly reason: string | null;
}
