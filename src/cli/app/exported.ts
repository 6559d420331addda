import net from 'node:net';
import type { Captured } from './capture.js';

/** An application of Express or of maglev, or a router alone. */
export function isApp(value: any): boolean {
  return typeof value === 'function' && typeof value.handle === 'function' && typeof value.use === 'function';
}

/** The application among what a module exports, in either module system; null if there is none. */
export async function findExported(exports: any, captured: Captured): Promise<unknown> {
  for (const candidate of candidatesOf(exports)) {
    const value = await candidate;
    const app = value instanceof net.Server ? findServed(value, captured) : value;
    if (isApp(app)) return app;
  }
  return null;
}

/** The application that a server was made for. */
export function findServed(server: net.Server, captured: Captured): unknown {
  return captured.handlersOf(server).find(isApp) ?? null;
}

/** Whether the main export of a module is a function. */
export function exportsFunction(exports: any): boolean {
  return typeof (exports?.default?.default ?? exports?.default ?? exports) === 'function';
}

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
