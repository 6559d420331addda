/** A method of ours (prototype.ts), and what it stands for: Node's, unless somebody has replaced that. */
interface StandIn {
  readonly method: unknown;
  inherited(): unknown;
}

const standIns: StandIn[] = [];

export function addStandIn(method: unknown, inherited: () => unknown): void {
  standIns.push({ method, inherited });
}

export function isStandIn(member: unknown): boolean {
  return standIns.some(({ method }) => method === member);
}

/** Whether a member of a response does what Node's `original` does, so that nobody misses a call of that. */
export function standsFor(member: unknown, original: unknown): boolean {
  if (member === original) return true;
  for (let i = 0; i < standIns.length; i++) {
    const { method, inherited } = standIns[i]!;
    if (method === member) return inherited() === original;
  }
  return false;
}
