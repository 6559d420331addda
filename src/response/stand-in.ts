import { originalSetHeader } from './originals.js';

/** A `setHeader` of ours (set-header.ts), and what it stands for: Node's, unless somebody has replaced that. */
export interface StandIn {
  readonly setHeader: unknown;
  inherited(): unknown;
}

/** One of each line. */
const standIns: StandIn[] = [];

export function addStandIn(standIn: StandIn): void {
  standIns.push(standIn);
}

export function isStandIn(member: unknown): boolean {
  return standIns.some(({ setHeader }) => setHeader === member);
}

/** Whether a response's `setHeader` does what Node's does, so that nobody misses a call of it. */
export function isNodesSetHeader(setHeader: unknown): boolean {
  if (setHeader === originalSetHeader) return true;
  for (let i = 0; i < standIns.length; i++) {
    const standIn = standIns[i]!;
    if (standIn.setHeader === setHeader) return standIn.inherited() === originalSetHeader;
  }
  return false;
}
