import { Object as ObjectType } from 'typebox';
import {
  addCall,
  type CallbackRecord,
  callbackView,
  callOf,
  findCall,
  findCallback,
  listCallbacks,
  listCalls,
  processCallback,
} from '#db/callbacks';
import { addEvidence } from '#db/evidence';
import {
  type CallbackRow,
  type NewCall,
  newCall,
  nextCallOf,
  noCallsSentence,
  wrongNextCall,
} from '#domain/callbacks/calls';
import { optionalText } from '#domain/fields';
import { pick } from '#domain/keys';
import { preparationState } from '#domain/preparations/preparations';
import { dayMs, isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import type { Deed, StaffDeed } from '../../deed';
import { eraseRows } from '../../erasures';
import { staffRoutes } from '../../http/access';
import { standard } from '../../http/schema';
import { refusals } from '../../refusal';
import { repeated, requestHash } from '../../repeats';
import { queryDocs, readQuery } from './lists';

const query = ObjectType({ source: optionalText() });

export function staffCallbackRoutes(context: Context) {
  const { db, noteList } = context;
  return staffRoutes(context, 'backoffice-callbacks')
    .get(
      api.staffCallbacks,
      async ({ request, staff }) => {
        const { source } = readQuery(request, query);
        const rows = (await listCallbacks(db, source)).map((record) => callbackRow(context, record));
        const ids = rows.map(({ id }) => id);
        noteList(staff, ids);
        return rows;
      },
      { detail: queryDocs(query) },
    )
    .post(api.processCallback, ({ id, act }) => act((deed) => markProcessed(context, deed, id)))
    .delete(api.staffCallback, ({ id, act }) => act((deed) => deleteCallback(deed, id)), {
      answers: { message: 'Die Rückruf-Anfrage wurde gelöscht.' },
    })
    .get(api.calls, async ({ id, staff }) => {
      if (!(await findCallback(db.read, id))) throw unknownCallback();
      const calls = await listCalls(db, id);
      noteList(staff, [id]);
      return calls;
    })
    .post(api.calls, ({ id, body, act }) => act((deed) => logCall(context, deed, id, body)), {
      body: standard(() => newCall),
      answers: { status: 201 },
    });
}

async function deleteCallback(deed: Deed, id: string): Promise<void> {
  const { ids } = await eraseRows(deed, 'callback', [id]);
  if (ids.length === 0) throw unknownCallback();
}

const unknownCallback = () => refusals.notFound('Diese Rückruf-Anfrage gibt es nicht.');

/** Logs a call with its proof, and marks the request as processed if it is done. The same call again does nothing. */
async function logCall({ cipher }: Context, deed: StaffDeed, callbackId: string, given: NewCall) {
  const { id, outcome, note, done = false } = given;
  const request = { requestHash: hashOf(given) };
  const { tx, actor, at, calendar, record } = deed;
  const before = repeated(await findCall(tx, id), { callbackId, ...request });
  if (before) return callOf(before);
  const { request: callback } = await knownCallback(tx, callbackId);
  if (callback.noCallsAt !== null) throw refusals.conflict(noCallsSentence(callback.noCallsAt));
  const wrong = wrongNextCall(given, at);
  if (wrong) throw refusals.invalid([wrong]);
  const stored = { id, callbackId, at, username: actor.username, outcome, note: note || null };
  const call = { ...stored, nextCallAt: nextCallOf(given, at, calendar), done, ...request };
  await addCall(tx, call);
  const email = callback.email ?? undefined;
  await addEvidence(tx, cipher, [{ kind: 'call_made', way: 'phone', at, callbackId, email }]);
  await record('callback_called', [callbackId]);
  if (done) await processInDeed(deed, callbackId);
  return callOf(call);
}

function hashOf({ outcome, note = '', nextCallAt = '', done = false }: NewCall): string {
  return requestHash([outcome, note, nextCallAt, done]);
}

async function markProcessed(context: Context, deed: Deed, id: string): Promise<CallbackRow> {
  await processInDeed(deed, id);
  return callbackRow(context, await knownCallback(deed.tx, id));
}

export async function processInDeed({ tx, at, record }: Deed, id: string): Promise<void> {
  if (await processCallback(tx, id, at)) await record('callback_processed', [id]);
}

export async function knownCallback(tx: Deed['tx'], id: string): Promise<CallbackRecord> {
  const found = await findCallback(tx, id);
  if (!found) throw unknownCallback();
  return found;
}

function callbackRow({ config, now }: Pick<Context, 'config' | 'now'>, record: CallbackRecord): CallbackRow {
  const { request, lastCallAt, prepared } = record;
  const { processedAt, createdAt, noCallsAt } = request;
  const nextCallAt = noCallsAt === null ? record.nextCallAt : null;
  const lastActivity = Math.max(createdAt, processedAt ?? 0, lastCallAt ?? 0);
  const { callbackDays } = config.retention;
  return {
    ...callbackView(record),
    ...pick(record, 'attempts', 'lastOutcome', 'undeliverable'),
    lastCallAt: isoOf(lastCallAt),
    nextCallAt: isoOf(nextCallAt),
    preparation: prepared && preparationState(prepared, now()),
    overdue: processedAt === null && nextCallAt !== null && nextCallAt < now(),
    keepUntil: callbackDays === 0 ? null : isoOf(lastActivity + callbackDays * dayMs),
  };
}
