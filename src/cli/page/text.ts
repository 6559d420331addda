/** Text for pages. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: unknown): string {
  return String(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
}

/** At most three digits: 1.25, 12.5, 125, 1.25k. */
export function short(value: number): string {
  if (value >= 1e6) return `${digits(value / 1e6)}M`;
  return value >= 1000 ? `${digits(value / 1000)}k` : digits(value);
}

/** In one unit, for columns: 0.25, 2.5, 25.5, 1,250. */
export function plain(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}

function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
