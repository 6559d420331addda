import { RouteState } from './route.js';

/** Up to this many routes are all checked by each request; of more, those handed out since the last check, and one by turns. */
const MAX_CHECKED = 2;

/**
 * The routes that users have got: as `req.route`, or with a layer of `router.stack`. Their `methods` are ordinary objects, which can be
 * cloned, so that no change of them is noticed when it is made. A method that is removed is noticed where the route would run. One
 * that is added is noticed here, mostly at once, because a route is handed out before it is changed. A check takes 10 ns.
 */
export class EscapedRoutes {
  #all: RouteState[] = [];
  /** Those among them that were handed out since they were checked as such; the first ones, while all are checked anyway. */
  #recent: RouteState[] = [];
  /** Where the next check continues. */
  #next = 0;

  /** Called by a route that was not handed out since `RouteState.noteChecked`; `isNew` if it was never handed out before. */
  add(route: RouteState, isNew: boolean): void {
    if (isNew) this.#all.push(route);
    this.#recent.push(route);
  }

  /** Whether the methods of one of them are found to have changed since its last check. */
  checkChanged(): boolean {
    const count = this.#all.length;
    if (count === 0) return false;
    if (count <= MAX_CHECKED) return this.checkAllChanged();
    const changed = this.#recent.length > 0 && this.#checkRecent();
    if (this.#next >= count) this.#next = 0;
    return RouteState.checkMethodsChanged(this.#all[this.#next++]!) || changed;
  }

  checkAllChanged(): boolean {
    let changed = false;
    for (const route of this.#all) if (RouteState.checkMethodsChanged(route)) changed = true;
    return changed;
  }

  /** Keeps those among `routes`, which are all that a stack has. */
  forgetAbsent(routes: ReadonlySet<unknown>): void {
    for (const route of this.#all) if (!routes.has(route)) RouteState.forgetEscape(route);
    this.#all = this.#all.filter((route) => routes.has(route));
    this.#recent = this.#recent.filter((route) => routes.has(route));
  }

  get size(): number {
    return this.#all.length;
  }

  #checkRecent(): boolean {
    const recent = this.#recent;
    this.#recent = [];
    let changed = false;
    for (const route of recent) {
      RouteState.noteChecked(route);
      if (RouteState.checkMethodsChanged(route)) changed = true;
    }
    return changed;
  }
}
