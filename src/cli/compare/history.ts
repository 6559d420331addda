/** The responses of both sides to one request, round by round, and the verdict on them. */

import type { Comparison, Difference, Verdict } from './equality.js';
import type { Ignored } from './ignored.js';
import { differs, isVarying, judge, type Series, type State } from './judge.js';
import {
  ABSENT,
  bodyPartsOf,
  headPartsOf,
  isFollowing,
  isPoweredBy,
  labelOf,
  type Parts,
  textOf,
} from './parts.js';
import type { Request } from './request.js';
import type { Response } from './response.js';

export interface Round {
  readonly express: Response;
  readonly maglev: Response;
}

/** The side whose process ended because of the request. */
export type Ended = 'express' | 'maglev' | 'both';

interface About {
  readonly ignored: Ignored;
  /** The history of the GET request that a HEAD request corresponds to. */
  readonly followed?: History | undefined;
  readonly isStateful?: boolean;
}

/** How often each request is sent to a process first. */
export const FIRST_ROUNDS = 2;
/** How often a request is sent to the same process at most. */
export const MOST_ROUNDS = 40;
/** Bytes of responses to one request after which it is not repeated: the next process has to decide. */
const MOST_BYTES = 64 * 2 ** 20;
/** The start of the error for a response that did not end in time. */
const NO_END = 'no end';

export class History {
  readonly request: Request;
  readonly rounds: Round[] = [];
  /** Parts that were found to vary from one process of Express to the next. */
  readonly excused = new Set<string>();
  ended: Ended | null = null;
  /** Whether fresh processes got the request as well. */
  isReviewed = false;
  /** Whether a request may change data that is not reset, so that repeated responses may differ. */
  readonly isStateful: boolean;
  /** The responses to GET, whose headers those to HEAD follow. */
  readonly #followed: History | undefined;
  readonly #ignored: Ignored;
  readonly #bodies = new WeakMap<Response, Parts>();
  /** Bytes of all bodies, which are kept. */
  #bytes = 0;

  constructor(request: Request, { ignored, followed, isStateful = false }: About) {
    this.request = request;
    this.isStateful = isStateful;
    this.#ignored = ignored;
    this.#followed = followed;
  }

  add(round: Round): void {
    this.rounds.push(round);
    this.#bytes += round.express.body.length + round.maglev.body.length;
  }

  /** Whether the responses of both sides are complete. */
  get isComplete(): boolean {
    return this.rounds.every(({ express, maglev }) => express.error === null && maglev.error === null);
  }

  /** Whether another round may change the verdict. */
  get isOpen(): boolean {
    if (this.ended !== null || this.#bytes > MOST_BYTES) return false;
    return [...this.states().values()].includes('open');
  }

  /** The state of each part. */
  states(): ReadonlyMap<string, State> {
    const stateOf = (part: string, series: Series): State => {
      if (this.excused.has(part)) return 'varies';
      // A repeated request for created, changed or deleted data gets another response: only fresh processes can repeat it.
      if (this.isStateful && this.isReviewed) return differs(series) ? 'differs' : 'same';
      return judge(series);
    };
    return new Map([...this.series()].map(([part, series]) => [part, stateOf(part, series)]));
  }

  /** The parts that fresh processes have to confirm. */
  suspects(): string[] {
    if (this.ended !== null) return [];
    if (this.isStateful)
      return [...this.series()].flatMap(([part, series]) =>
        differs(series) && !this.excused.has(part) ? [part] : [],
      );
    return [...this.states()].flatMap(([part, state]) =>
      state === 'differs' || (state === 'open' && this.rounds.length < MOST_ROUNDS) ? [part] : [],
    );
  }

  /** The values of each part in all rounds. */
  series(rounds: readonly Round[] = this.rounds): ReadonlyMap<string, Series> {
    const parts = rounds.map((round) => this.#partsOf(round, rounds));
    const names = new Set(parts.flatMap(({ express, maglev }) => [...express.keys(), ...maglev.keys()]));
    const valuesOf = (side: 'express' | 'maglev', name: string) =>
      parts.map((pair) => pair[side].get(name) ?? ABSENT);
    return new Map(
      [...names].map((name) => [
        name,
        { express: valuesOf('express', name), maglev: valuesOf('maglev', name) },
      ]),
    );
  }

  /** The current verdict. */
  comparison(): Comparison {
    // A part that is open after that many rounds differs so rarely that it varies. Before that, there was no time to decide.
    const isDifferent = this.rounds.length < MOST_ROUNDS;
    const differing: string[] = [];
    const varying: string[] = [];
    for (const [part, state] of this.states()) {
      if (state === 'differs' || (state === 'open' && isDifferent)) differing.push(part);
      else if (state !== 'same') varying.push(part);
    }
    const differences = [...this.#endings(), ...this.#differences(differing, varying)];
    const [first] = this.rounds;
    const responses = this.rounds.flatMap(({ express, maglev }) => [express, maglev]);
    return {
      request: this.request,
      verdict: this.#verdict(differences, varying),
      status: first?.express.status ?? 0,
      length: isVarying(responses.map(({ body }) => String(body.length)))
        ? null
        : (first?.express.body.length ?? null),
      differences,
      varying: [...new Set(varying.map(labelOf))],
      sent: this.rounds.length,
      named: first?.express.headers.some(isPoweredBy) ?? false,
    };
  }

  /** Whether bodies differ at all, between sides or between rounds. */
  get hasVaryingBody(): boolean {
    const [first] = this.rounds;
    return this.rounds.some(({ express, maglev }) =>
      [express, maglev].some(({ body }) => !body.equals(first!.express.body)),
    );
  }

  #verdict(differences: readonly Difference[], varying: readonly string[]): Verdict {
    if (differences.length > 0) return this.isReviewed || this.ended !== null ? 'different' : 'unsettled';
    if (this.ended !== null) return 'crashed';
    const broken = this.rounds.map(({ express }) => express).find(({ error }) => error !== null);
    if (broken !== undefined) return broken.status === 0 ? 'unanswered' : 'unfinished';
    return varying.length > 0 ? 'varies' : 'equal';
  }

  #endings(): Difference[] {
    if (this.ended === null || this.ended === 'both') return [];
    const [express, maglev] = this.ended === 'express' ? ['ends', 'goes on'] : ['goes on', 'ends'];
    return [{ what: 'the process', express, maglev }];
  }

  /** One part for each header, and one for a body or for each of its values. */
  #differences(differing: readonly string[], varying: readonly string[]): Difference[] {
    const series = this.series();
    const masked = new Set(varying);
    const found = new Map<string, Difference>();
    for (const part of differing) {
      const label = labelOf(part);
      if (found.has(label)) continue;
      const { express, maglev } = series.get(part)!;
      const at = express.findIndex((value, round) => value !== maglev[round]);
      const shown = (side: 'express' | 'maglev', value: string) =>
        /^(header|body)\b/.test(label) ? textOf(this.rounds[at]![side], label, masked, this.#ignored) : value;
      found.set(label, {
        what: label,
        express: shown('express', express[at]!),
        maglev: shown('maglev', maglev[at]!),
      });
    }
    // The complete body includes its values.
    return [...found.values()].filter(({ what }) => !(what.startsWith('body ') && found.has('body')));
  }

  #partsOf({ express, maglev }: Round, rounds: readonly Round[]): { express: Parts; maglev: Parts } {
    const isCut = [express, maglev].every(({ error }) => error?.startsWith(NO_END));
    const hasBodies = !isCut && rounds.some((round) => !round.express.body.equals(round.maglev.body));
    const isFree = hasBodies || isCut || this.#followed?.hasVaryingBody === true;
    const partsOf = (response: Response, side: 'express' | 'maglev') =>
      new Map(
        [...headPartsOf(response, side, this.#ignored), ...(hasBodies ? this.#bodyOf(response) : [])].filter(
          ([part]) => !(isFree && isFollowing(part)),
        ),
      );
    const parts = { express: partsOf(express, 'express'), maglev: partsOf(maglev, 'maglev') };
    parts.express.set('order of headers', commonNames(express, maglev));
    parts.maglev.set('order of headers', commonNames(maglev, express));
    if (hasBodies && isRecompressed(express, maglev, parts)) {
      parts.express.set('body#bytes', express.body.toString('latin1'));
      parts.maglev.set('body#bytes', maglev.body.toString('latin1'));
    }
    return parts;
  }

  #bodyOf(response: Response): Parts {
    const known = this.#bodies.get(response) ?? bodyPartsOf(response, this.#ignored);
    this.#bodies.set(response, known);
    return known;
  }
}

/** The headers that both sides have, in the order of one; others are already reported as differences. */
function commonNames(one: Response, other: Response): string {
  const known = new Set(other.headers.map(([name]) => name.toLowerCase()));
  return one.headers
    .map(([name]) => name.toLowerCase())
    .filter((name, i, names) => known.has(name) && names.indexOf(name) === i)
    .join(', ');
}

/** Whether bytes differ that decode to the same text. */
function isRecompressed(
  express: Response,
  maglev: Response,
  parts: { express: Parts; maglev: Parts },
): boolean {
  if (express.body.equals(maglev.body)) return false;
  if (!express.headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return false;
  const bodyOf = (side: Parts) => JSON.stringify([...side].filter(([part]) => part.startsWith('body')));
  return bodyOf(parts.express) === bodyOf(parts.maglev);
}
