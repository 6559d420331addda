import { gzipSync } from 'node:zlib';

const BLOCK = 512;
/** A moment for all files, as npm has it: the same files make the same tarball. */
const CHANGED = Date.parse('1985-10-26T08:15:00Z') / 1000;

/** Files, under their paths in a package, as the tarball that `npm pack` would make of them. */
export function tarballOf(files: ReadonlyMap<string, Buffer>): Buffer {
  const blocks = [...files].flatMap(([path, bytes]) => {
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [headerOf(`package/${path}`, bytes.length), bytes, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** The block before a file, in the format ustar. */
function headerOf(path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const put = (text: string, at: number) => header.write(text, at, 'latin1');
  const octal = (number: number, digits: number) => `${number.toString(8).padStart(digits, '0')} `;
  if (Buffer.byteLength(path) > 100) throw new Error(`The path ${path} is too long for a tarball.`);
  header.write(path, 0);
  put(octal(0o644, 6), 100);
  put(octal(0, 6), 108);
  put(octal(0, 6), 116);
  put(octal(size, 11), 124);
  put(octal(CHANGED, 11), 136);
  // The checksum counts as spaces while it is made.
  put('        0', 148);
  put('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
