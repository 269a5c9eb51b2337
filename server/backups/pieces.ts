import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** `bytes` are valid until the next piece is read. */
type Piece = { index: number; isLast: boolean; bytes: Buffer };

/** The pieces of a file, or of what follows its first `from` bytes. Only the last one may be shorter than `size`. */
export function* piecesOf(file: string, size: number, from = 0): Generator<Piece> {
  const handle = openSync(file, 'r');
  try {
    const end = fstatSync(handle).size;
    const buffer = Buffer.alloc(size);
    for (let [index, at] = [0, from]; at < end; index += 1) {
      const bytes = buffer.subarray(0, readFully(handle, buffer, at));
      // it has become shorter meanwhile
      if (bytes.length === 0) return;
      at += bytes.length;
      yield { index, isLast: at >= end, bytes };
    }
  } finally {
    closeSync(handle);
  }
}

function readFully(handle: number, buffer: Buffer, at: number): number {
  let done = 0;
  while (done < buffer.length) {
    const count = readSync(handle, buffer, done, buffer.length - done, at + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
