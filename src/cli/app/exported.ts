import net from 'node:net';
import type { Captured } from './capture.js';

/** An application of Express or of maglev, or a router alone. */
export function isApp(value: any): boolean {
  return typeof value === 'function' && typeof value.handle === 'function' && typeof value.use === 'function';
}

/** The application that a module exports, in either module system; null if there is none. */
export async function findExported(exports: any, captured: Captured): Promise<unknown> {
  for (const candidate of candidatesOf(exports)) {
    const value = await candidate;
    const app = value instanceof net.Server ? findServed(value, captured) : value;
    if (isApp(app)) return app;
  }
  return null;
}

/** The application that a server was created for. */
export function findServed(server: net.Server, captured: Captured): unknown {
  return captured.handlersOf(server).find(isApp) ?? null;
}

/** The other applications of a file: exported or served, and not mounted. */
export function otherApps(found: unknown, exports: any, captured: Captured): unknown[] {
  const served = captured.servers.map((server) => findServed(server, captured));
  const all = [...candidatesOf(exports), ...served].filter((value: any) => {
    // A router is part of one of the applications.
    return isApp(value) && typeof value.set === 'function' && value.parent === undefined;
  });
  return [...new Set(all)].filter((app) => app !== found);
}

/** The name of an exported function, `default` if the module exports only that; null if it exports none. */
export function exportedFunction(exports: any): string | null {
  if (typeof (exports?.default?.default ?? exports?.default ?? exports) === 'function') return 'default';
  for (const place of [exports, exports?.default].filter(isRecord)) {
    const names = Object.keys(place).filter((name) => typeof place[name] === 'function');
    const [first] = names;
    if (first !== undefined) return names.find((name) => FACTORY.test(name)) ?? first;
  }
  return null;
}

/** The exported function of this name; `default` is the module itself. Null if there is none. */
export function functionNamed(exports: any, name: string): ((...args: any[]) => unknown) | null {
  for (const place of [exports, exports?.default, exports?.default?.default]) {
    if (typeof place === 'function' && (name === 'default' || name === place.name)) return place;
    if (typeof place?.[name] === 'function') return (...args) => place[name](...args);
  }
  return null;
}

/** The names of all exported functions. */
export function functionNames(exports: any): string[] {
  const places = [exports, exports?.default].filter(Boolean);
  const named = places.flatMap((place) =>
    Object.keys(place).filter((name) => typeof place[name] === 'function'),
  );
  return [...new Set(typeof exports === 'function' ? ['default', ...named] : named)];
}

/** Names of functions that create applications. */
const FACTORY = /app|server/i;

/** The usual names first, then all other exports. */
function candidatesOf(exports: any): unknown[] {
  const places = [exports, exports?.default, exports?.default?.default];
  const named = places.flatMap((place) => [place, place?.app, place?.server]);
  const others = places.filter(isRecord).flatMap((place) => Object.values(place));
  return [...new Set([...named, ...others])];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
