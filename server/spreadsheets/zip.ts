/** Reads the parts of a zip that is not trusted: nothing is unpacked before its sizes are known. */
import { inflateRawSync } from 'node:zlib';
import { sentences, Unreadable } from './sentences';

type Entry = { at: number; method: number; packed: number; unpacked: number };

/** `read` returns null if there is no such part. Names are compared without case, as Office does. */
export type Zip = { names: string[]; read: (name: string) => Uint8Array | null };

/** In bytes, of all parts. */
const mostUnpacked = 8 * 1024 * 1024;

/** Signatures and lengths of APPNOTE.TXT 4.3. */
const endMark = 0x06054b50;
const endLength = 22;
const entryMark = 0x02014b50;
const entryLength = 46;
const localMark = 0x04034b50;
const localLength = 30;
const longestComment = 0xffff;

export function openZip(bytes: Uint8Array): Zip {
  const entries = new Map<string, Entry>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let unpacked = 0;
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== entryMark) throw new Unreadable(sentences.damaged);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    );
    const nameAt = at + entryLength;
    const raw = new TextDecoder().decode(bytes.subarray(nameAt, nameAt + (nameLength ?? 0))).toLowerCase();
    // so do old programs for .NET
    const name = raw.replaceAll('\\', '/');
    const entry = {
      at: view.getUint32(at + 42, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
    };
    // two parts with one name: programs would not agree about which one counts
    if (entries.has(name)) throw new Unreadable(sentences.damaged);
    entries.set(name, entry);
    unpacked += entry.unpacked;
    at = nameAt + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  if (unpacked > mostUnpacked) throw new Unreadable(sentences.unpacksTooLarge);
  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name.toLowerCase());
      return entry ? unpack(bytes, view, entry) : null;
    },
  };
}

function endOf(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endLength - longestComment);
  for (let at = view.byteLength - endLength; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === endMark) return at;
  }
  throw new Unreadable(sentences.damaged);
}

/** A part that is longer than the zip says is damaged, and is not unpacked further. */
function unpack(bytes: Uint8Array, view: DataView, { at, method, packed, unpacked }: Entry): Uint8Array {
  if (view.getUint32(at, true) !== localMark) throw new Unreadable(sentences.damaged);
  const from = at + localLength + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const part = bytes.subarray(from, from + packed);
  if (method === 0 && part.length === unpacked) return part;
  if (method !== 8 || unpacked === 0) throw new Unreadable(sentences.damaged);
  const inflated = inflateRawSync(part, { maxOutputLength: unpacked });
  if (inflated.length !== unpacked) throw new Unreadable(sentences.damaged);
  return inflated;
}
