/** The benchmarks are plain JavaScript, so what they export has no types. */
export function load(file: string): Promise<any> {
  return import(new URL(`../../bench/${file}`, import.meta.url).href);
}
