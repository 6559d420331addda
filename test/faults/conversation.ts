/** Runs faults in a process of their own and tells how they ended. */
import type { Line } from '../support/api.js';
import { Child } from '../support/child.js';
import type { SideName } from '../support/frameworks.js';
import { Peer } from '../support/peer.js';
import { normalize } from '../support/wire.js';
import { type Fault, GET, NEXT, type Talk } from './fault.js';
import { faults } from './table/index.js';

/** Few, so that they are soon used up. */
const DESCRIPTORS = 200;

/** Requests of others that are answered before one that could be answered is taken to wait in vain. */
const OTHERS = 3;

export interface Outcome {
  /** Everything the client got. */
  readonly seen: string;
  /** What somebody got who came after it. */
  readonly next: string;
  /** The notes of the program and the lines of the log. */
  readonly told: readonly string[];
}

export class Patient {
  readonly #child: Child;
  readonly #line: Line;
  #notes: string[] = [];
  #waiting: { word: string; go: () => void }[] = [];

  constructor(side: SideName, line: Line) {
    this.#line = line;
    this.#child = new Child(new URL('server.ts', import.meta.url), [side, String(line)], {
      descriptors: DESCRIPTORS,
      env: { NODE_ENV: 'production', NO_DEPRECATION: '*', NODE_NO_WARNINGS: '1' },
    });
    this.#child.on('note', (note: string) => {
      this.#notes.push(note);
      for (const { word, go } of this.#waiting) if (note.startsWith(word)) go();
    });
  }

  /** What the client saw, and what the application and the log were told. */
  async suffer(name: string): Promise<Outcome> {
    const fault = faults[name]!;
    this.#notes = [];
    this.#waiting = [];
    const port = await this.#child.call('open', name);
    const talk = this.#talk(port, fault);
    const seen = await (fault.talk ?? ((own: Talk) => own.ordinary()))(talk);
    const fresh = await (await talk.connect()).write(NEXT).closed();
    const told = await this.#child.call('close');
    return { seen: normalize(String(seen ?? '')), next: normalize(fresh), told };
  }

  /** What is still held of everything it has suffered. */
  remains(): Promise<{ objects: string[]; files: number }> {
    return this.#child.call('remains');
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }

  #talk(port: number, { request = GET }: Fault): Talk {
    const connect: Talk['connect'] = (options) => Peer.connect(port, options);
    const noted: Talk['noted'] = (word) => this.#noted(word);
    /** What comes in until the connection is closed, or until it is clear that nobody will do so any more. */
    const outcome = async (peer: Peer): Promise<string> => {
      const closed = peer.closed();
      let isOver = await Promise.race([closed, noted('uncaught'), noted('unhandled')]);
      for (let other = 0; isOver === undefined && other < OTHERS; other++) {
        await (await connect()).write(NEXT).closed();
        isOver = await Promise.race([closed, undefined]);
      }
      return isOver ?? `${await peer.leave().closed()}<waits>`;
    };
    return {
      line: this.#line,
      connect,
      noted,
      arrival: () => this.#child.nextMessage('request'),
      expire: async (peer) => {
        await this.#child.call('limit', 1);
        const received = await peer.closed();
        await this.#child.call('limit', 0);
        return received;
      },
      async ordinary(own = request) {
        const peer = await connect();
        return outcome(peer.write(own === NEXT ? NEXT : own + NEXT));
      },
      async unanswered(word, own = request) {
        const peer = await connect();
        peer.write(own);
        await noted(word);
        await (await connect()).write(NEXT).closed();
        return peer.leave().closed();
      },
    };
  }

  async #noted(word: string): Promise<void> {
    if (this.#notes.some((note) => note.startsWith(word))) return;
    await new Promise<void>((go) => this.#waiting.push({ word, go }));
  }
}
