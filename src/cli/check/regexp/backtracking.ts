import { Automaton } from './automaton.js';
import { type Charset, isUniversal } from './charset.js';
import { readExpression } from './syntax.js';

/** How the time of a failing match can grow with the length of what it is tried on. */
export type Growth = 'exponential' | 'polynomial';

/**
 * Whether a regular expression can be made to try very many ways before it fails. A text that can be read in two ways by
 * one loop doubles the work with each round; two loops behind one another that read the same text multiply theirs.
 * Assertions are ignored and references back are not read, so that a null is a strong hint and no proof.
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
    // Not in a loop, or one that cannot be made to fail behind it.
    if (!reachable(automaton, state).has(state) || !canFail(state)) return false;
    for (const [next, ways] of edges) {
      if (ways > 1 && (next === state || reachable(automaton, next).has(state))) return true;
    }
    return meetsAgain(automaton, state);
  });
}

function reachable({ sets, follow }: Automaton, from: number): Set<number> {
  const found = new Set<number>();
  const open = [from];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const next of follow[state]!.keys()) {
      // No path has a character of an empty set.
      if (found.has(next) || sets[next] === 0n) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}

/** Whether two different ways lead from a state back to it with the same text. */
function meetsAgain({ sets, follow }: Automaton, state: number): boolean {
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

/** Looks for two characters that repeat, the second reachable from the first by a text that both of them read. */
function isPolynomial(automaton: Automaton, canFail: CanFail): boolean {
  const { follow, sets } = automaton;
  const loops = sets.flatMap((_, state) => (follow[state]!.has(state) ? [state] : []));
  return loops.some((first) => {
    return loops.some((second) => {
      const common = sets[first]! & sets[second]!;
      return first !== second && common !== 0n && canFail(second) && leads(automaton, first, second, common);
    });
  });
}

function leads({ follow, sets }: Automaton, from: number, to: number, common: Charset): boolean {
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
