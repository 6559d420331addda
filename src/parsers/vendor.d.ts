declare module 'bytes' {
  const bytes: { parse(value: unknown): number | null };
  export default bytes;
}

declare module 'fast-decode-uri-component' {
  /** Null if the text cannot be decoded. */
  export default function decode(text: string): string | null;
}
