/** The drop folder: files of new hand-overs go out, and files of the insurer come in. */
import { type BigIntStats, constants } from 'node:fs';
import { lstat, open, readdir, rename, unlink } from 'node:fs/promises';
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import { sha256Of } from '#db/hash';
import { type Drop, readDrops, setDropState } from '#db/insurer/handovers';
import { releaseLease, takeLease } from '#db/leases/leases';
import { theSystem } from '#domain/accounts/actors';
import { largestReturn } from '#domain/insurer/answers';
import { type DropState, handoverName } from '#domain/insurer/handover';
import { isoOf, minuteMs } from '#domain/time';
import { isRemote } from '../config';
import type { Context } from '../context';
import { perform } from '../deed';
import { openHandover } from '../features/backoffice/insurer/handovers';
import { storeReturn } from '../features/backoffice/insurer/routes';
import { areOwnFolders, type Folders, foldersOf } from '../insurer/folder';
import { sentences } from '../insurer/sheets/grid';
import { codeOf } from '../log';
import { Refusal } from '../refusal';
import { createJob } from './job';

const turnMs = 20_000;
const leaseMs = 2 * minuteMs;

export function exchangeJobs(context: Context): ReturnType<typeof createJob>[] {
  const { config, drops } = context;
  if (config.exchangeDir === null) return [];
  const { turn, stop } = createExchange(context, config.exchangeDir);
  const job = createJob(context, 'exchange', turnMs, turn);
  drops.wake = job.wake;
  return [{ ...job, stop: async () => void (await Promise.all([job.stop(), stop()])) }];
}

/** A turn sends what is due, and reads what has arrived, as long as the folders are real ones of one owner. `isAlone`: no other process uses the database. */
export function createExchange(context: Context, root: string, isAlone = !isRemote(context.config.database)) {
  const { db, now, log } = context;
  const folders = foldersOf(root);
  const readyFiles = createLook(context, folders.in);
  const mine = { name: 'exchange', owner: crypto.randomUUID() };
  let isStopped = false;
  let isWarned = false;
  const mayGoOn = async () =>
    !isStopped && (isAlone || (await takeLease(db, { ...mine, now: now(), until: now() + leaseMs })));

  /** One that fails does not hold up the others; its error is thrown after them. Nothing goes on without the database. */
  async function inTurn<T>(all: Promise<T[]>, work: (one: T) => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    for (const one of await all) {
      if (!(await mayGoOn())) break;
      try {
        await work(one);
      } catch (error) {
        if (error instanceof DatabaseUnavailable || error instanceof QueryFailed) throw error;
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  async function turn(): Promise<void> {
    const isSafe = areOwnFolders(root);
    if (!isSafe && !isWarned) log('warn', 'exchange_unsafe');
    isWarned = !isSafe;
    if (!isSafe || context.site.isTrial() || !(await mayGoOn())) return;
    const results = await Promise.allSettled([
      inTurn(readDrops(db.fresh), (drop) => send(context, folders.out, drop)),
      inTurn(readyFiles(), (file) => receive(context, folders, file)),
    ]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async function stop(): Promise<void> {
    isStopped = true;
    // another instance may go on at once
    if (!isAlone) await releaseLease(db, mine.name, mine.owner).catch(() => {});
  }
  return { turn, stop };
}

/**
 * Writes the file of a new hand-over into `out`. The database knows first that it is whole; then it gets its name.
 * So if the process ends, a draft that is gone has had its name, and somebody may have fetched the file already.
 */
async function send(context: Context, out: string, drop: Drop): Promise<void> {
  const { id, at, format, sha256, dropState } = drop;
  const name = handoverName({ id, at: isoOf(at), format });
  const draft = `${out}/.${id}.part`;
  const sum = { draft: `${out}/.${id}.sha256.part`, path: `${out}/${name}.sha256` };
  const setState = (to: DropState, from = drop) => context.db.write((tx) => setDropState(tx, from, to));
  const finish = async (from: Drop) => {
    await setState('done', from);
    context.log('info', 'exchange_sent', { handover: id });
  };
  if (dropState === 'written' && !(await isThere(draft))) return await finish(drop);
  // null: one of its applications was deleted, or its file cannot be written as it was
  const opened = await openHandover(context, id).catch((error) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!opened) {
    for (const left of [draft, sum.draft, sum.path]) await remove(left);
    return await setState('gone');
  }
  if (dropState === 'due') {
    await writeDraft(draft, opened.content);
    await writeDraft(sum.draft, Buffer.from(`${sha256}  ${name}\n`));
    await move(sum.draft, sum.path, out);
    // what leaves the house is recorded before
    await perform(context, theSystem, async ({ tx, record }) => {
      await setDropState(tx, drop, 'written');
      await record('handover_opened', opened.applicationIds);
    });
  }
  const written: Drop = { ...drop, dropState: 'written' };
  try {
    await move(draft, `${out}/${name}`, out);
  } catch (error) {
    // a tool has deleted it just now, which the next turn could not tell from a file that was fetched
    if (codeOf(error) === 'ENOENT' && !(await isThere(draft))) await setState('due', written);
    throw error;
  }
  await finish(written);
}

/** A file that has not changed for so long is complete. */
const quietMs = 10_000;

/** A path; that of a name which is no text has its bytes. */
type Path = string | Buffer;
/** `mark`: what the file was when it was looked at. */
type Found = { name: Buffer; mark: string };

/** Finds the files that are as they were at an earlier look. */
function createLook({ uptime }: Context, folder: string): () => Promise<Found[]> {
  let seen = new Map<string, { mark: string; since: number }>();
  return async () => {
    const now = uptime();
    const ready: Found[] = [];
    const next: typeof seen = new Map();
    for (const name of await readdir(folder, { encoding: 'buffer' })) {
      const key = name.toString('latin1');
      const mark = isTemporary(key) ? null : await markAt(pathIn(folder, name));
      if (mark === null) continue;
      const before = seen.get(key);
      const since = before?.mark === mark ? before.since : now;
      next.set(key, { mark, since });
      if (now - since >= quietMs) ready.push({ name, mark });
    }
    seen = next;
    return ready;
  };
}

/** A tool still writes into it, or it belongs to a program. */
function isTemporary(name: string): boolean {
  return /^(?:\.|~\$)|~$|\.(?:part|partial|filepart|tmp|temp|crdownload|download)$/i.test(name);
}

/** A crash between storing and moving doubles nothing: the id of what is stored follows from the file. */
async function receive(context: Context, folders: Folders, { name: bytes, mark }: Found): Promise<void> {
  const [name, path] = [bytes.toString(), pathIn(folders.in, bytes)];
  const received = (outcome: 'done' | 'failed') => context.log('info', 'exchange_received', { outcome });
  if (!bytes.equals(Buffer.from(name))) {
    await move(path, pathIn(folders.failed, bytes), folders.failed);
    return received('failed');
  }
  const content = await contentOf(path, mark);
  if (content === null) return;
  const unreadable = typeof content === 'string' ? content : await store(context, name, mark, content);
  const outcome = unreadable === null ? 'done' : 'failed';
  const folder = folders[outcome];
  const to = await freeIn(folder, name, unreadable === null ? '' : noteEnding);
  if (unreadable !== null) {
    // replaces what lies under its name, such as the same note before a crash
    const draft = `${folder}/.reason.part`;
    await writeDraft(draft, Buffer.from(`${unreadable}\n`));
    await move(draft, to + noteEnding, folder);
  }
  await move(path, to, folder);
  // a tool may have replaced it since it was read
  if ((await markAt(to)) !== mark) await move(to, await freeIn(folders.in, name), folders.in);
  received(outcome);
}

const longestShown = 200;

/** Returns why it cannot be read. */
async function store(context: Context, name: string, mark: string, bytes: Uint8Array) {
  const hash = sha256Of(`${name}/${mark}/${sha256Of(bytes)}`).slice(0, 32);
  const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  // without characters that nobody sees
  const text = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD').trim();
  const shown = text.slice(0, longestShown).toWellFormed() || 'Datei';
  const stored = await storeReturn(context, { id, name: shown, bytes, actor: null });
  return 'unreadable' in stored ? stored.unreadable : null;
}

/** What a file was at one moment; null: it is gone, or no file. */
async function markAt(path: Path): Promise<string | null> {
  const found = await unlessMissing(lstat(path, { bigint: true }));
  return found && markOf(found);
}

function markOf(found: BigIntStats): string | null {
  return found.isFile() ? `${found.ino}-${found.size}-${found.mtimeNs}` : null;
}

// without waiting for the other end of what has become a pipe
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const unopened = 'Die Datei ließ sich nicht öffnen: Dem Programm fehlt das Recht, sie zu lesen.';

/** A sentence: why it is not read. Null: it is another one by now. */
async function contentOf(path: Path, mark: string): Promise<Uint8Array | string | null> {
  try {
    await using file = await open(path, readOnly);
    const isSame = async () => markOf(await file.stat({ bigint: true })) === mark;
    // a folder or a pipe cannot be read
    if (!(await isSame())) return null;
    const bytes = Buffer.alloc(largestReturn + 1);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    if (!(await isSame())) return null;
    return bytesRead > largestReturn ? sentences.tooLarge : bytes.subarray(0, bytesRead);
  } catch (error) {
    const code = codeOf(error, '');
    if (['ENOENT', 'ELOOP', 'ENXIO'].includes(code)) return null;
    if (['EACCES', 'EPERM'].includes(code)) return unopened;
    throw error;
  }
}

const noteEnding = '.txt';

/** With `ending`: also if the note beside it would replace a file that was put aside, which has its own. */
async function freeIn(folder: string, name: string, ending = ''): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = `${folder}/${numbered(name, number, 2 * ending.length)}`;
    if (!(await isThere(path)) && !(ending && (await isThere(path + ending + ending)))) return path;
  }
}

/** In bytes, of nearly every file system. */
const longestName = 255;

/** `Liste.csv` with number 2 is `Liste (2).csv`. `room` bytes more still fit into a name. What is longer than ten signs is no ending. */
function numbered(name: string, number: number, room: number): string {
  const [ending = ''] = /(?<=.)\.[^.]{0,9}$/s.exec(name) ?? [];
  const rest = (number > 1 ? ` (${number})` : '') + ending;
  const stem = [...name.slice(0, name.length - ending.length)];
  while (Buffer.byteLength(stem.join('') + rest) > longestName - room) stem.pop();
  return stem.join('') + rest;
}

const pathIn = (folder: string, name: Buffer) => Buffer.concat([Buffer.from(`${folder}/`), name]);

/** Its bytes are on the disk afterwards. The group of the folder may read it, if the operator opens the folder to it. */
async function writeDraft(path: Path, bytes: Uint8Array): Promise<void> {
  // never into what somebody else has put there: a link leads elsewhere, and a pipe would wait for a reader
  await remove(path);
  await using file = await open(path, 'wx', 0o640);
  await file.writeFile(bytes);
  await file.sync();
}

/** Into or within `folder`, so that it has its name after a power failure too. */
async function move(from: Path, to: Path, folder: string): Promise<void> {
  await rename(from, to);
  await using opened = await open(folder, 'r');
  await opened.sync();
}

const isThere = async (path: Path) => (await unlessMissing(lstat(path))) !== null;
const remove = async (path: Path) => await unlessMissing(unlink(path));

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
