import { Buffer } from 'node:buffer';

/** A train above its rail, one character for each pixel. */
const PICTURE = [
  '                ',
  '                ',
  '                ',
  '   #########    ',
  '  ###########   ',
  ' ####  ##  ###  ',
  ' ####  ##  #### ',
  '################',
  '################',
  ' ############## ',
  '                ',
  '                ',
  '----------------',
  '----------------',
  '                ',
  '                ',
];
/** Blue, green, red and opacity, as in Windows bitmaps. */
const COLOURS: Record<string, number[]> = { '#': [160, 80, 30, 255], '-': [128, 128, 128, 255] };
const CLEAR = [0, 0, 0, 0];

const SIZE = PICTURE.length;
const FILE_HEADER = 6 + 16;
const BITMAP_HEADER = 40;

/** The default icon, as the contents of a `.ico` file. */
export function createIcon(): Buffer {
  const pixels = Buffer.from([...PICTURE].reverse().flatMap(colours));
  // An empty mask, four bytes per row.
  const bitmap = Buffer.concat([bitmapHeader(), pixels, Buffer.alloc(4 * SIZE)]);
  return Buffer.concat([fileHeader(bitmap.length), bitmap]);
}

function colours(row: string): number[] {
  return [...row].flatMap((pixel) => COLOURS[pixel] ?? CLEAR);
}

function fileHeader(length: number): Buffer {
  const header = Buffer.alloc(FILE_HEADER);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one picture
  header.writeUInt8(SIZE, 6);
  header.writeUInt8(SIZE, 7);
  header.writeUInt16LE(1, 10); // plane
  header.writeUInt16LE(32, 12); // bits for each pixel
  header.writeUInt32LE(length, 14);
  header.writeUInt32LE(FILE_HEADER, 18); // where the picture begins
  return header;
}

function bitmapHeader(): Buffer {
  const header = Buffer.alloc(BITMAP_HEADER);
  header.writeUInt32LE(BITMAP_HEADER, 0);
  header.writeInt32LE(SIZE, 4);
  header.writeInt32LE(2 * SIZE, 8); // twice, for the mask
  header.writeUInt16LE(1, 12); // plane
  header.writeUInt16LE(32, 14); // bits for each pixel
  return header;
}
