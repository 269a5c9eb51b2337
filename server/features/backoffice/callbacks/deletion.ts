import { deleteCallbacks } from '#db/erasing/callbacks';
import type { Actor } from '#domain/accounts/actors';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { unknownCallback } from './service';

export async function deleteCallback(context: Context, actor: Actor, id: string): Promise<void> {
  await perform(context, actor, async ({ tx, record, erase }) => {
    const { callbacks, mails } = await deleteCallbacks(tx, [id]);
    if (callbacks.length === 0) throw unknownCallback();
    await record('callback_deleted', callbacks);
    erase(mails);
  });
}
