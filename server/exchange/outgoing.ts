/**
 * Writes the files of new hand-overs into `out/`. The database knows first that a file is whole; then it gets its name.
 * So if the process ends, a draft that is gone has had its name, and somebody may have fetched the file already.
 */
import { type Drop, readDrops, setDropState } from '#db/exchange/drops';
import { theSystem } from '#domain/accounts/actors';
import { type DropState, handoverName } from '#domain/cases/handover';
import { isoOf } from '#domain/time';
import type { Context } from '../context';
import { perform } from '../deed';
import { type Opened, openHandover } from '../features/backoffice/handovers';
import { Refusal } from '../refusal';
import { inTurn, type MayGoOn } from './each';
import { codeOf, isThere, move, remove, writeDraft } from './folder';

export async function sendHandovers(context: Context, out: string, mayGoOn: MayGoOn): Promise<void> {
  const { db } = context;
  await inTurn(await readDrops(db.fresh), mayGoOn, (drop) => send(context, out, drop));
}

async function send(context: Context, out: string, drop: Drop): Promise<void> {
  const { id, at, format, sha256, dropState } = drop;
  const name = handoverName({ id, at: isoOf(at), format });
  const draft = `${out}/.${id}.part`;
  const sum = { draft: `${out}/.${id}.sha256.part`, path: `${out}/${name}.sha256` };
  // a draft that is gone has got its name before this process began
  if (dropState === 'written' && !(await isThere(draft))) return await finish(context, drop);
  const opened = await openedOrGone(context, id);
  if (!opened) {
    for (const left of [draft, sum.draft, sum.path]) await remove(left);
    return await setState(context, drop, 'gone');
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
    if (codeOf(error) === 'ENOENT' && !(await isThere(draft))) await setState(context, written, 'due');
    throw error;
  }
  await finish(context, written);
}

async function finish(context: Context, drop: Drop): Promise<void> {
  await setState(context, drop, 'done');
  context.log('info', 'exchange_sent', { handover: drop.id });
}

async function setState({ db }: Context, drop: Drop, to: Exclude<DropState, 'written'>): Promise<void> {
  await db.write((tx) => setDropState(tx, drop, to));
}

/** Null: one of its applications was deleted, or its file cannot be written as it was. */
async function openedOrGone(context: Context, id: string): Promise<Opened | null> {
  try {
    return await openHandover(context, id);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
