/** Why figures may be those of code that was still getting faster. */
import { LEAST, type Unsettled } from '../measure/settled.js';

/**
 * Of the sides that had not settled, by name; null if there is none. Says no number of seconds that would be enough: code that
 * warms up gets cheaper, so that requests that wait use ever less CPU time.
 */
export function unsettledBy(cold: readonly Unsettled<string>[]): string | null {
  if (cold.length === 0) return null;
  const names = cold.map(({ subject }) => subject).join(' and ');
  const spent = Math.min(...cold.map((one) => one.spent));
  return spent >= LEAST
    ? `${names} had not warmed up when the time for that was over`
    : `${names} had used ${inSeconds(spent)} of the ${inSeconds(LEAST)} s of CPU time that a warm-up takes at least, as requests wait, the machine is busy or the run is short`;
}

/** Rounded down, as what is not enough must not look as if it were. */
function inSeconds(milliseconds: number): string {
  return (Math.floor(milliseconds / 100) / 10).toFixed(1);
}
