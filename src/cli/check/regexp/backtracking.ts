import { Automaton } from './automaton.js';
import { type Charset, isUniversal } from './charset.js';
import { readExpression } from './syntax.js';

/** How the time of a failing match can grow with the length of the input. */
export type Growth = 'exponential' | 'polynomial';

/**
 * Whether a regular expression can backtrack catastrophically. If one loop can match a text in two ways, each iteration doubles
 * the work. If two loops in sequence can match the same text, their work multiplies. Assertions are ignored and backreferences are
 * not supported, so null is not a proof.
 */
export function backtrackingOf(regexp: RegExp): Growth | null {
  const expression = readExpression(regexp);
  const automaton = expression === null ? null : Automaton.of(expression);
  if (automaton === null) return null;
  const anchored = /(?:\$|\(\?=[^)]*\$\))\)*$/.test(regexp.source);
  const canFail = (state: number) => {
    return !automaton.last.has(state) || (anchored && !isUniversal(automaton.sets[state]!));
  };
  if (isExponential(automaton, canFail)) return 'exponential';
  return isPolynomial(automaton, canFail) ? 'polynomial' : null;
}

type CanFail = (state: number) => boolean;

function isExponential(automaton: Automaton, canFail: CanFail): boolean {
  return automaton.follow.some((edges, state) => {
    // Not in a loop, or in one after which the match cannot fail.
    if (!reachable(automaton, state).has(state) || !canFail(state)) return false;
    for (const [next, ways] of edges) {
      if (ways > 1 && (next === state || reachable(automaton, next).has(state))) return true;
    }
    return hasTwoWaysBack(automaton, state);
  });
}

function reachable({ sets, follow }: Automaton, from: number): Set<number> {
  const found = new Set<number>();
  const open = [from];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const next of follow[state]!.keys()) {
      // No path contains a character of an empty set.
      if (found.has(next) || sets[next] === 0n) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}

/** Whether two different paths lead from a state back to itself with the same text. */
function hasTwoWaysBack({ sets, follow }: Automaton, state: number): boolean {
  const size = sets.length;
  const goal = state * size + state;
  const parted = new Set<number>();
  const open: [pair: number, apart: boolean][] = [[goal, false]];
  const together = new Set<number>();
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const [pair, apart] = top;
    for (const a of follow[Math.floor(pair / size)]!.keys()) {
      for (const b of follow[pair % size]!.keys()) {
        if ((sets[a]! & sets[b]!) === 0n) continue;
        const next = a * size + b;
        const nowApart = apart || a !== b;
        if (nowApart && next === goal) return true;
        const seen = nowApart ? parted : together;
        if (seen.has(next)) continue;
        seen.add(next);
        open.push([next, nowApart]);
      }
    }
  }
  return false;
}

/** Looks for two repeated characters, the second reachable from the first by a text that both match. */
function isPolynomial(automaton: Automaton, canFail: CanFail): boolean {
  const { follow, sets } = automaton;
  const loops = sets.flatMap((_, state) => (follow[state]!.has(state) ? [state] : []));
  return loops.some((first) => {
    return loops.some((second) => {
      const common = sets[first]! & sets[second]!;
      return (
        first !== second && common !== 0n && canFail(second) && canReach(automaton, first, second, common)
      );
    });
  });
}

function canReach({ follow, sets }: Automaton, from: number, to: number, common: Charset): boolean {
  const best = new Map<number, Charset>();
  const open: [state: number, text: Charset][] = [[from, common]];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const [state, text] = top;
    for (const next of follow[state]!.keys()) {
      const left = text & sets[next]!;
      if (left === 0n) continue;
      if (next === to) return true;
      const known = best.get(next) ?? 0n;
      if ((known | left) === known) continue;
      best.set(next, known | left);
      open.push([next, left]);
    }
  }
  return false;
}
