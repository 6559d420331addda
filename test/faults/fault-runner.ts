/** Runs faults in a separate process and reports their outcome. */
import type { Line } from '../support/api.js';
import { Child } from '../support/child.js';
import type { SideName } from '../support/frameworks.js';
import { Peer } from '../support/peer.js';
import { normalize } from '../support/wire.js';
import { type Client, type Fault, GET, NEXT } from './fault.js';
import { faults } from './table/index.js';

/** A low limit, so that it is soon exhausted. */
const DESCRIPTORS = 200;

/** How many other requests get a response before a pending one counts as hanging. */
const OTHERS = 3;

export interface Outcome {
  /** All bytes that the client received. */
  readonly received: string;
  /** The response to the next client. */
  readonly next: string;
  /** The notes of the program and the lines of the log. */
  readonly events: readonly string[];
}

export class FaultRunner {
  readonly #child: Child;
  readonly #line: Line;
  #notes: string[] = [];
  #waiting: { prefix: string; go: () => void }[] = [];

  constructor(side: SideName, line: Line) {
    this.#line = line;
    this.#child = new Child(new URL('server.ts', import.meta.url), [side, String(line)], {
      descriptors: DESCRIPTORS,
      env: { NODE_ENV: 'production', NO_DEPRECATION: '*', NODE_NO_WARNINGS: '1' },
    });
    this.#child.on('note', (note: string) => {
      this.#notes.push(note);
      for (const { prefix, go } of this.#waiting) if (note.startsWith(prefix)) go();
    });
  }

  /** Runs one fault on the server. */
  async run(name: string): Promise<Outcome> {
    const fault = faults[name]!;
    this.#notes = [];
    this.#waiting = [];
    const port = await this.#child.call('open', name);
    const client = this.#client(port, fault);
    const received = await (fault.act ?? ((own: Client) => own.ordinary()))(client);
    const fresh = await (await client.connect()).write(NEXT).closed();
    const events = await this.#child.call('close');
    return { received: normalize(String(received ?? '')), next: normalize(fresh), events };
  }

  /** The objects and files that earlier faults still hold. */
  leaks(): Promise<{ objects: string[]; files: number }> {
    return this.#child.call('leaks');
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }

  #client(port: number, { request = GET }: Fault): Client {
    const connect: Client['connect'] = (options) => Peer.connect(port, options);
    const noted: Client['noted'] = (prefix) => this.#noted(prefix);
    /** The bytes received until the connection is closed, or until it is clear that it stays open. */
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
      async withoutResponse(prefix, own = request) {
        const peer = await connect();
        peer.write(own);
        await noted(prefix);
        await (await connect()).write(NEXT).closed();
        return peer.leave().closed();
      },
    };
  }

  async #noted(prefix: string): Promise<void> {
    if (this.#notes.some((note) => note.startsWith(prefix))) return;
    await new Promise<void>((go) => this.#waiting.push({ prefix, go }));
  }
}
