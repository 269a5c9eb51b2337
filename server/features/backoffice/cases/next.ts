import { changeCase } from '#db/cases/change';
import { findCase } from '#db/cases/find';
import { findOwnNext, findUnassigned } from '#db/cases/next';
import type { Actor } from '#domain/accounts/actors';
import type { Case } from '#domain/cases/staff';
import type { Context } from '../../../context';
import { perform } from '../../../deed';

/** Their most urgent case, or the first that nobody has, which is theirs from then on; null: none is left. */
export async function nextCase(
  context: Context,
  actor: Actor,
  skip: readonly string[],
): Promise<Case | null> {
  const asked = { skip: skip.map((id) => id.toLowerCase()), today: context.today() };
  const id =
    (await findOwnNext(context.db.read, actor.id, asked)) ??
    (await takeUnassigned(context, actor, asked.skip));
  return id === null ? null : await findCase(context.db.read, id, asked.today);
}

/** An unread answer stays unread until its new assignee changes the case. */
async function takeUnassigned(
  context: Context,
  actor: Actor,
  skip: readonly string[],
): Promise<string | null> {
  return await perform(context, actor, async (deed) => {
    const id = await findUnassigned(deed.tx, skip);
    if (id === null) return null;
    const { kind } = await changeCase(deed, id, { version: null, assigneeId: actor.id });
    // the account may have been deleted since its token was checked
    if (kind !== 'changed') return null;
    await deed.record('case_changed', [id]);
    return id;
  });
}
