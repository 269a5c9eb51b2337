import { type FoundPreparation, readPreparations } from '#db/preparations';
import type { Actor } from '#domain/accounts/actors';
import { keysOf } from '#domain/keys';
import { paged, replyOf } from '#domain/lists';
import {
  type PreparationPage,
  type PreparationRow,
  patienceDays,
  preparationState,
  preparationStates,
} from '#domain/preparations/preparations';
import { dayMs, isoOf } from '#domain/time';
import type { Context } from '../../../context';
import { showList } from '../listings';
import { oneOf, pageOf, pageQuery, readQuery } from '../paging';

export const listQuery = pageQuery({ state: oneOf(keysOf(preparationStates), 'Diesen Stand gibt es nicht') });

export async function listPreparations(
  context: Context,
  actor: Actor,
  request: Request,
): Promise<PreparationPage> {
  const { state = null, ...page } = pageOf(readQuery(request, listQuery));
  const now = context.now();
  const { rows, total, waiting } = await showList(
    context,
    actor,
    () => readPreparations(context.db, { ...page, state, now }, now - patienceDays * dayMs),
    (found) => found.rows.map(({ preparation }) => preparation.applicationId),
  );
  return { preparations: rows.map((row) => rowOf(row, now)), ...paged(total, page), waiting };
}

function rowOf({ preparation, progress, undeliverable }: FoundPreparation, now: number): PreparationRow {
  const { id, applicationId, callbackId, values, username, createdAt, expiresAt } = preparation;
  return {
    id,
    applicationId,
    callbackId,
    name: `${values.contact.firstName} ${values.contact.lastName}`,
    createdBy: username,
    createdAt: isoOf(createdAt),
    expiresAt: isoOf(expiresAt),
    state: preparationState({ progress, expiresAt }, now),
    undeliverable: undeliverable === 1,
    reply: replyOf(preparation.reply),
  };
}
