/**
 * Reads the files in `in/` and moves them away. A crash between storing a file and moving it doubles nothing: the id of
 * what is stored follows from the file.
 */
import { type BigIntStats, constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { sha256Of, startSha256 } from '#db/hash';
import { largestReturn } from '#domain/returns/returns';
import type { Context } from '../context';
import { storeReturn } from '../features/backoffice/returns/upload';
import { sentences } from '../spreadsheets/sentences';
import { inTurn, type MayGoOn } from './each';
import { codeOf, type Folders, isThere, move, type Path, pathIn, unlessMissing, writeDraft } from './folder';

/** A file that has not changed for so long is complete. */
const quietMs = 10_000;
// without waiting for the other end of what has become a pipe
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const unopened = 'Die Datei ließ sich nicht öffnen: Dem Programm fehlt das Recht, sie zu lesen.';

/** `name`: null if it is no text. */
type Found = { name: string | null; bytes: Buffer; path: Path; mark: string };

export function createReceiver(context: Context, folders: Folders) {
  let seen = new Map<string, { mark: string; since: number }>();

  /** Those that are as they were at an earlier look. */
  async function readyFiles(): Promise<Found[]> {
    const now = context.uptime();
    const ready: Found[] = [];
    const next: typeof seen = new Map();
    for (const bytes of await readdir(folders.in, { encoding: 'buffer' })) {
      const key = bytes.toString('latin1');
      if (isTemporary(key)) continue;
      const name = Buffer.from(bytes.toString()).equals(bytes) ? bytes.toString() : null;
      const path = pathIn(folders.in, bytes);
      const mark = await markAt(path);
      if (mark === null) continue;
      const before = seen.get(key);
      const since = before?.mark === mark ? before.since : now;
      next.set(key, { mark, since });
      if (now - since >= quietMs) ready.push({ name, bytes, path, mark });
    }
    seen = next;
    return ready;
  }

  return async (mayGoOn: MayGoOn): Promise<void> =>
    await inTurn(await readyFiles(), mayGoOn, async (file) => {
      const outcome = await receive(context, folders, file);
      if (outcome !== null) context.log('info', 'exchange_received', { outcome });
    });
}

/** Null: it is another one by now. */
async function receive(context: Context, folders: Folders, file: Found): Promise<'done' | 'failed' | null> {
  const { name, bytes, path } = file;
  if (name === null) {
    await move(path, pathIn(folders.failed, bytes), folders.failed);
    return 'failed';
  }
  const read = await contentOf(file);
  if (read === null) return null;
  const stored = 'unreadable' in read ? read : await store(context, { ...file, name }, read.bytes);
  const isRead = !('unreadable' in stored);
  const folder = isRead ? folders.done : folders.failed;
  const to = await freeIn(folder, name, isRead ? '' : noteEnding);
  if (!isRead) await writeNote(folder, to, stored.unreadable);
  await move(path, to, folder);
  // a tool may have replaced it since it was read
  if ((await markAt(to)) !== file.mark) await move(to, await freeIn(folders.in, name), folders.in);
  return isRead ? 'done' : 'failed';
}

async function store(context: Context, { name, mark }: Found & { name: string }, bytes: Uint8Array) {
  const id = startSha256()
    .update(name)
    .update(`/${mark}/${sha256Of(bytes)}`)
    .digest('hex')
    .slice(0, 32);
  const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return await storeReturn(context, { id: uuid, name: shownName(name), bytes, actor: null });
}

/** What a file was at one moment; null: it is gone, or no file. */
async function markAt(path: Path): Promise<string | null> {
  const found = await unlessMissing(lstat(path, { bigint: true }));
  return found && markOf(found);
}

function markOf(found: BigIntStats): string | null {
  return found.isFile() ? `${found.ino}-${found.size}-${found.mtimeNs}` : null;
}

/** Null: it is another one by now. */
async function contentOf({
  path,
  mark,
}: Found): Promise<{ bytes: Uint8Array } | { unreadable: string } | null> {
  try {
    const file = await open(path, readOnly);
    try {
      if (markOf(await file.stat({ bigint: true })) !== mark) return null;
      const bytes = Buffer.alloc(largestReturn + 1);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      if (markOf(await file.stat({ bigint: true })) !== mark) return null;
      return bytesRead > largestReturn
        ? { unreadable: sentences.tooLarge }
        : { bytes: bytes.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (['ENOENT', 'ELOOP', 'ENXIO'].includes(code)) return null;
    if (['EACCES', 'EPERM'].includes(code)) return { unreadable: unopened };
    throw error;
  }
}

const noteEnding = '.txt';

/** Replaces what lies under its name, such as the same note before a crash. */
async function writeNote(folder: string, of: string, sentence: string): Promise<void> {
  const draft = `${folder}/.reason.part`;
  await writeDraft(draft, Buffer.from(`${sentence}\n`));
  await move(draft, of + noteEnding, folder);
}

/** With `ending`: also if the note beside it would replace a file that was put aside, which has its own. */
async function freeIn(folder: string, name: string, ending = ''): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = `${folder}/${numbered(name, number, 2 * ending.length)}`;
    if (!(await isThere(path)) && !(ending && (await isThere(path + ending + ending)))) return path;
  }
}

/** In bytes, of nearly every file system. */
const longestName = 255;
/** What is longer is no ending. */
const longestEnding = 10;

/** A tool still writes into it, or it belongs to a program. */
function isTemporary(name: string): boolean {
  return /^(?:\.|~\$)|~$|\.(?:part|partial|filepart|tmp|temp|crdownload|download)$/i.test(name);
}

/** `Liste.csv` with number 2 is `Liste (2).csv`. `room` bytes more still fit into a name. */
function numbered(name: string, number: number, room: number): string {
  const dot = name.lastIndexOf('.');
  const end = dot > 0 && name.length - dot <= longestEnding ? dot : name.length;
  const rest = (number > 1 ? ` (${number})` : '') + name.slice(end);
  const stem = [...name.slice(0, end)];
  while (Buffer.byteLength(stem.join('') + rest) > longestName - room) stem.pop();
  return stem.join('') + rest;
}

const longestShown = 200;

/** For a list: without characters that nobody sees. */
function shownName(name: string): string {
  const text = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD').trim();
  return text.slice(0, longestShown).toWellFormed() || 'Datei';
}
