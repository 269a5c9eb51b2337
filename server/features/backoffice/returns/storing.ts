import { sha256Of } from '#db/hash';
import { addReturn, findReturn, sealTable } from '#db/returns/files';
import { type Actor, theSystem } from '#domain/accounts/actors';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { repeated } from '../../../repeats';
import { readTable } from '../../../spreadsheets/read';

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
