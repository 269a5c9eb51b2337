import { type CallbackRecord, findCallback, stopCalls } from '#db/callbacks';
import type { Context } from '../../context';
import { perform } from '../../deed';

type Asked = CallbackRecord['request'];

/** The request whose confirmation has this link; null: it opens nothing. */
export async function requestByLink({ db, links }: Context, token: string): Promise<Asked | null> {
  const link = await links.find('calls', token);
  const found = link && (await findCallback(db.fresh, link.subject));
  return found?.request ?? null;
}

/** Whether the link opens anything. */
export async function stopByLink(context: Context, token: string): Promise<boolean> {
  const asked = await requestByLink(context, token);
  if (asked) await perform(context, null, ({ tx, at }) => stopCalls(tx, context.cipher, asked.id, at));
  return asked !== null;
}
