/** Names of files from outside. */

/** In bytes, of nearly every file system. */
const longestName = 255;
/** What is longer is no ending. */
const longestEnding = 10;

/** A tool still writes into it, or it belongs to a program. */
export function isTemporary(name: string): boolean {
  return /^(?:\.|~\$)|~$|\.(?:part|partial|filepart|tmp|temp|crdownload|download)$/i.test(name);
}

/** `Liste.csv` with number 2 is `Liste (2).csv`. `room` bytes more still fit into a name. */
export function numbered(name: string, number: number, room: number): string {
  const dot = name.lastIndexOf('.');
  const end = dot > 0 && name.length - dot <= longestEnding ? dot : name.length;
  const rest = (number > 1 ? ` (${number})` : '') + name.slice(end);
  const stem = [...name.slice(0, end)];
  while (Buffer.byteLength(stem.join('') + rest) > longestName - room) stem.pop();
  return stem.join('') + rest;
}

const longestShown = 200;

/** For a list: without characters that nobody sees. */
export function shownName(name: string): string {
  const text = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD').trim();
  return text.slice(0, longestShown).toWellFormed() || 'Datei';
}
