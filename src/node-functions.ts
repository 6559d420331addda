/**
 * Whether a function is Node's own, and not a wrapper that was installed before maglev was loaded. There are two signals:
 *
 * - how it looks (`looksLikeNodes`), which excludes nearly all wrappers without calling them;
 * - in which script it is (`CallSites`), which has the last word: a stack trace taken while the function runs names its script, and
 *   those of Node's modules begin with `node:`. A wrapper is in another script, whatever it looks like.
 *
 * Neither needs the sources of Node, which only the deprecated `process.binding` has.
 */
import { types } from 'node:util';
import { runInNewContext } from 'node:vm';

/** The part of Node that a function belongs to. Its scripts have that in their names, as `node:_http_outgoing` has `http`. */
export type Area = 'http' | 'events' | 'stream' | 'net' | 'fs';

/**
 * What functions in strict mode have, as Node's are, and what `util.promisify` reads. Wrappers often have more: the original, or a mark.
 */
const OWN_KEYS = ['length', 'name', 'prototype', 'Symbol(customPromisifyArgs)'];

/**
 * How wrappers call the original. Node's functions do without, because these methods might be patched, but for those that call
 * listeners and those that call their parent's (`_finish`, `on`, `removeListener` and `removeAllListeners` of readable streams).
 */
const CALLS_ORIGINAL =
  /(?<!\bhandler|\blisteners\[i\]|\b_finish|\bStream\.prototype\.(?:on|removeListener|removeAllListeners))\.(?:apply|call)\b|\bReflect\.|\[native code\]/;

/** Begins by reading or writing a property of `this`: if that throws, nothing else has happened. */
const BEGINS_WITH_THIS =
  /^[^{]*\{\s*(?:\/\/[^\n]*\s*)*(?:(?:return|if \(|while \(|(?:const|let) \w+ =)\s*)?[(!\s]*this\b/;

interface Frame {
  getFileName(): string | null | undefined;
}

interface Realm {
  readonly textOf: (this: unknown) => string;
  readonly framesBelow: (fn?: unknown) => readonly Frame[];
}

/** Whether a function with this name looks like one of Node's. Does not call it. */
export function looksLikeNodes(
  fn: unknown,
  name: string,
  textOf: (this: unknown) => string = Function.prototype.toString,
): boolean {
  return isPlain(fn) && fn.name === name && !CALLS_ORIGINAL.test(textOf.call(fn));
}

function isPlain(fn: unknown): fn is (...args: unknown[]) => unknown {
  return (
    typeof fn === 'function' &&
    !types.isProxy(fn) &&
    Reflect.ownKeys(fn).every((key) => OWN_KEYS.includes(String(key)))
  );
}

/** Tells Node's functions from others. Create one when needed, and drop it: it has a realm of its own, where nothing is patched. */
export class NodeFunctions {
  readonly #realm: Realm = runInNewContext(`
    Error.stackTraceLimit = Infinity;
    Error.prepareStackTrace = (_, frames) => frames;
    ({
      textOf: Function.prototype.toString,
      framesBelow(fn) {
        const holder = {};
        Error.captureStackTrace(holder, fn);
        return holder.stack;
      },
    })`);

  looksLikeNodes(fn: unknown, name: string): boolean {
    return looksLikeNodes(fn, name, this.#realm.textOf);
  }

  /** Whether calling a function with a `this` that throws has no effect. */
  beginsWithThis(fn: unknown): boolean {
    return isPlain(fn) && BEGINS_WITH_THIS.test(this.#realm.textOf.call(fn));
  }

  /** Whether a function that is running now, somewhere on the stack, is in a script of Node. */
  isRunningInNode(fn: unknown, area: Area): boolean {
    const { framesBelow } = this.#realm;
    const below = framesBelow(fn).length;
    // Without frames, the function is not on the stack.
    const frames = below === 0 ? [] : framesBelow();
    const script = frames[frames.length - below - 1]?.getFileName();
    return typeof script === 'string' && script.startsWith('node:') && script.includes(area);
  }

  /** Whether a function is in a script of Node, found by calling it with a value that Node rejects. */
  isInNode(fn: unknown, area: Area, call: (rejected: any) => void): boolean {
    let isInNode = false;
    const notice = (): void => {
      isInNode ||= this.isRunningInNode(fn, area);
    };
    try {
      call(rejectedByNode(notice));
    } catch {
      // As expected.
    }
    return isInNode;
  }

  /** Whether an accessor is in a script of Node, found by calling it with a `this` that throws. It must begin with that. */
  isAccessorInNode(accessor: (this: unknown, value?: unknown) => unknown, area: Area): boolean {
    let isInNode = false;
    const stop = (): never => {
      isInNode ||= this.isRunningInNode(accessor, area);
      throw STOP;
    };
    const traps = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, stop]));
    try {
      accessor.call(new Proxy({}, traps));
    } catch {
      // Thrown by `stop`.
    }
    return isInNode;
  }
}

const STOP = new Error('An accessor was called to find out whether it is part of Node');

/**
 * A value that Node rejects: it reads the class of the value for the message of the error, which calls `notice`. That must not throw:
 * stack traces are off while Node creates an error.
 */
export function rejectedByNode(notice: () => void): object {
  return {
    get constructor() {
      notice();
      return Object;
    },
  };
}
