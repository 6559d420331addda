declare module 'bytes' {
  const bytes: { parse(value: unknown): number | null };
  export default bytes;
}
