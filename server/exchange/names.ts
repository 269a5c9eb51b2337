/** Names of files from outside: bytes that need not be text. */

/** In bytes, of nearly every file system. */
const longestName = 255;

/** A tool still writes into it, or it belongs to a program. */
export function isTemporary(name: Buffer): boolean {
  return /^(?:\.|~\$)|~$|\.(?:part|partial|filepart|tmp|temp|crdownload|download)$/i.test(
    name.toString('latin1'),
  );
}

/** `Liste.csv` with number 2 is `Liste (2).csv`. `room` bytes more still fit into a name. */
export function numbered(name: Buffer, number: number, room = 0): Buffer {
  const suffix = Buffer.from(number > 1 ? ` (${number})` : '');
  const dot = name.lastIndexOf('.');
  const hasEnding = dot > 0 && name.length - dot <= 10;
  const ending = hasEnding ? name.subarray(dot) : Buffer.alloc(0);
  const stem = hasEnding ? name.subarray(0, dot) : name;
  const most = longestName - room - suffix.length - ending.length;
  return Buffer.concat([cut(stem, most), suffix, ending]);
}

/** Not within a character of UTF-8. */
function cut(bytes: Buffer, most: number): Buffer {
  let end = Math.min(bytes.length, most);
  if (end < bytes.length) while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

const longestShown = 200;

/** For a list: without characters that nobody sees. */
export function shownName(name: Buffer): string {
  const text = new TextDecoder()
    .decode(name)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
    .trim();
  return text.slice(0, longestShown).toWellFormed() || 'Datei';
}
