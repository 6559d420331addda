import { gzipSync } from 'node:zlib';

const BLOCK = 512;
/** The modification time of all files, the same as npm's: the same files give the same tarball. */
const CHANGED = Date.parse('1985-10-26T08:15:00Z') / 1000;

/** Packs files, given by their paths in a package, into the tarball that `npm pack` would create. */
export function tarballOf(files: ReadonlyMap<string, Buffer>): Buffer {
  const blocks = [...files].flatMap(([path, bytes]) => {
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [headerOf(`package/${path}`, bytes.length), bytes, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** The header block of a file, in ustar format. */
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
  // The checksum is computed with its own field filled with spaces.
  put('        0', 148);
  put('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
