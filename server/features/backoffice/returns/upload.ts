import { sha256Of } from '#db/hash';
import { addReturn, findReturn, sealTable } from '#db/returns/files';
import { type Actor, theSystem } from '#domain/accounts/actors';
import { largestReturn, newReturn, returnTypes, type UploadedReturn } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { readBounded } from '../../../http/body';
import { Refusal, refusals } from '../../../refusal';
import { repeated } from '../../../repeats';
import { readTable } from '../../../spreadsheets/read';
import { readQuery } from '../paging';
import { openReturn } from './files';

export async function upload(context: Context, request: Request, actor: Actor): Promise<UploadedReturn> {
  const given = readQuery(request, newReturn);
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (!Object.values<string>(returnTypes).includes(type.trim().toLowerCase())) {
    throw new Refusal(415, { message: 'Die Datei muss eine CSV-Datei oder eine Excel-Datei (.xlsx) sein.' });
  }
  const bytes = await readBounded(request, largestReturn);
  const stored = await storeReturn(context, { ...given, bytes, actor });
  if ('unreadable' in stored) throw refusals.invalid([{ path: 'body', message: stored.unreadable }]);
  const { id, columns, rows, mapping, sameAs } = await openReturn(context, stored.id);
  return { id, columns, rows, mapping, sameAs };
}

/** `actor`: null for a file of the drop folder. */
type Given = { id: string; name: string; bytes: Uint8Array; actor: Actor | null };

/**
 * Stores a file that can be read. The same again does nothing.
 * @returns its id, or the sentence why it cannot be read
 * @throws Refusal if the id belongs to another file
 */
export async function storeReturn(
  context: Context,
  { id, name, bytes, actor }: Given,
): Promise<{ unreadable: string } | { id: string }> {
  const { db, cipher } = context;
  const given = { name, sha256: sha256Of(bytes) };
  if (repeated(await findReturn(db.read, id), given)) return { id };
  const table = await readTable(bytes);
  if ('unreadable' in table) return { unreadable: table.unreadable };
  const sealed = await sealTable(cipher, id, table);
  return await perform(context, actor ?? theSystem, async ({ tx, at, record }) => {
    if (repeated(await findReturn(tx, id), given)) return { id };
    await addReturn(tx, { id, ...given, at, username: actor?.username ?? null }, sealed);
    await record('return_uploaded', [id]);
    return { id };
  });
}
