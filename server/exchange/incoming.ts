/**
 * Reads the files in `in/` and moves them away. A crash between storing a file and moving it doubles nothing: the id of
 * what is stored follows from the file.
 */
import { type BigIntStats, constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { sha256Of, startSha256 } from '#db/hash';
import { largestReturn } from '#domain/returns/returns';
import type { Context } from '../context';
import { storeReturn } from '../features/backoffice/returns/storing';
import { sentences } from '../spreadsheets/sentences';
import { inTurn, type MayGoOn } from './each';
import { codeOf, type Folders, isThere, move, pathIn, unlessMissing, writeDraft } from './folder';
import { isTemporary, numbered, shownName } from './names';

/** A file that has not changed for so long is complete. */
const quietMs = 10_000;
// without waiting for the other end of what has become a pipe
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const unopened = 'Die Datei ließ sich nicht öffnen: Dem Programm fehlt das Recht, sie zu lesen.';

type Found = { name: Buffer; path: Buffer; mark: string };

export function createReceiver(context: Context, folders: Folders) {
  let seen = new Map<string, { mark: string; since: number }>();

  /** Those that are as they were at an earlier look. */
  async function readyFiles(): Promise<Found[]> {
    const now = context.uptime();
    const ready: Found[] = [];
    const next: typeof seen = new Map();
    for (const name of await readdir(folders.in, { encoding: 'buffer' })) {
      if (isTemporary(name)) continue;
      const path = pathIn(folders.in, name);
      const mark = await markAt(path);
      if (mark === null) continue;
      const key = name.toString('latin1');
      const before = seen.get(key);
      const since = before?.mark === mark ? before.since : now;
      next.set(key, { mark, since });
      if (now - since >= quietMs) ready.push({ name, path, mark });
    }
    seen = next;
    return ready;
  }

  return async (mayGoOn: MayGoOn): Promise<void> =>
    await inTurn(await readyFiles(), mayGoOn, (file) => receive(context, folders, file));
}

async function receive(context: Context, folders: Folders, file: Found): Promise<void> {
  const read = await contentOf(file);
  if (read === null) return;
  const stored = 'unreadable' in read ? read : await store(context, file, read.bytes);
  const isRead = !('unreadable' in stored);
  await (isRead ? put(folders.done, folders, file) : putAside(folders, file, stored.unreadable));
  context.log('info', 'exchange_received', { outcome: isRead ? 'done' : 'failed' });
}

async function store(context: Context, { name, mark }: Found, bytes: Uint8Array) {
  const id = startSha256()
    .update(name)
    .update(`/${mark}/${sha256Of(bytes)}`)
    .digest('hex')
    .slice(0, 32);
  const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return await storeReturn(context, { id: uuid, name: shownName(name), bytes, actor: null });
}

/** What a file was at one moment; null: it is gone, or no file. */
async function markAt(path: Buffer): Promise<string | null> {
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

async function put(
  folder: string,
  folders: Folders,
  { name, path, mark }: Found,
  to?: Buffer,
): Promise<void> {
  const target = to ?? (await freeIn(folder, name));
  await move(path, target, folder);
  // a tool may have replaced it since it was read
  if ((await markAt(target)) !== mark) await move(target, await freeIn(folders.in, name), folders.in);
}

async function putAside(folders: Folders, file: Found, sentence: string): Promise<void> {
  const reason = Buffer.from(`${sentence}\n`);
  const to = await freeIn(folders.failed, file.name, reason);
  const note = noteOf(to);
  const draft = pathIn(folders.failed, Buffer.from('.reason.part'));
  await writeDraft(draft, reason);
  await move(draft, note, folders.failed);
  await put(folders.failed, folders, file, to);
}

const noteOf = (path: Buffer) => Buffer.concat([path, Buffer.from('.txt')]);

/** `reason`: its note needs a name too, unless one that says the same was left by a crash. */
async function freeIn(folder: string, name: Buffer, reason?: Buffer): Promise<Buffer> {
  for (let number = 1; ; number += 1) {
    const path = pathIn(folder, numbered(name, number, reason ? '.txt'.length : 0));
    if (await isThere(path)) continue;
    if (!reason || !(await isThere(noteOf(path))) || (await says(noteOf(path), reason))) return path;
  }
}

async function says(path: Buffer, reason: Buffer): Promise<boolean> {
  if ((await markAt(path)) === null) return false;
  const file = await open(path, readOnly);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(reason.length + 1), 0, reason.length + 1, 0);
    return buffer.subarray(0, bytesRead).equals(reason);
  } finally {
    await file.close();
  }
}
