import { readableAddress } from '#db/addresses';
import { addPrefilled } from '#db/applications/prefill';
import {
  addPreparation,
  type FoundPreparation,
  findPreparation,
  hasOpenPreparation,
  readPreparations,
} from '#db/preparations';
import type { Actor } from '#domain/accounts/actors';
import { keysOf } from '#domain/keys';
import { paged, replyOf } from '#domain/lists';
import {
  type CreatedPreparation,
  checkPreparation,
  type NewPreparation,
  newPreparation,
  type PreparationPage,
  type PreparationRow,
  type PreparedValues,
  patienceDays,
  preparationState,
  preparationStates,
} from '#domain/preparations/preparations';
import type { MessageResponse } from '#domain/responses';
import { dayMs, isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { staffRoutes } from '../../../http/access';
import { checkedBy } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { repeated, requestHash } from '../../../repeats';
import { knownCallback, processInDeed } from '../callbacks/service';
import { showList } from '../listings';
import { oneOf, pageOf, pageQuery, queryDocs, readQuery } from '../paging';
import { admitInvitation, createdOf, deletePreparation, inviteAgain, linkEnd } from './invitations';

export function preparationRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-preparations')
    .get(api.preparations, ({ request, staff }) => listPreparations(context, staff, request), {
      role: 'staff',
      detail: queryDocs(listQuery),
    })
    .post(
      api.preparations,
      async ({ body, staff, set }) => {
        const created = await createPreparation(context, staff, body);
        set.status = 201;
        return created;
      },
      { role: 'staff', body: preparationBody(context.today) },
    )
    .post(
      api.invitePreparation,
      async ({ id, staff, set }) => {
        const invited = await inviteAgain(context, staff, id);
        set.status = 202;
        return invited;
      },
      { role: 'staff', byId: true },
    )
    .delete(
      api.preparation,
      async ({ id, staff }) => {
        await deletePreparation(context, staff, id);
        return { message: 'Der vorbereitete Antrag wurde gelöscht.' } satisfies MessageResponse;
      },
      { role: 'staff', byId: true },
    );
}

/** Whatever else a body contains, such as consents or bank data, is ignored. */
function preparationBody(today: () => string) {
  return checkedBy(newPreparation(today()), (input) => {
    const checked = checkPreparation(today(), input);
    return checked.ok ? { ok: true, value: readable(checked.value) } : checked;
  });
}

/** With addresses as people read them, and without groups in which nothing is given. */
function readable({ contact, horse, policyholder, ...others }: NewPreparation): NewPreparation {
  const email = policyholder?.email && { email: readableAddress(policyholder.email) };
  return {
    ...others,
    contact: { ...contact, email: readableAddress(contact.email) },
    ...(isAny(horse) && { horse }),
    ...(isAny(policyholder) && { policyholder: { ...policyholder, ...email } }),
  };
}

function isAny(values: object | undefined): boolean {
  return Object.keys(values ?? {}).length > 0;
}

const openAlready = () =>
  refusals.conflict(
    'Zu dieser Rückruf-Anfrage gibt es schon eine Einladung, mit der noch niemand begonnen hat.',
  );

/** Prepares an application and queues its invitation. The same again does nothing. */
async function createPreparation(
  context: Context,
  actor: Actor,
  { id, callbackId, ...values }: NewPreparation,
): Promise<CreatedPreparation> {
  const request = { requestHash: hashOf(callbackId, values) };
  return await perform(context, actor, async (deed) => {
    const { tx, at, record, mail } = deed;
    const found = await findPreparation(tx, id);
    const before = repeated(found?.preparation ?? null, request);
    if (before) return createdOf(before);
    const callback = callbackId ? await knownCallback(tx, callbackId) : null;
    if (callbackId && (await hasOpenPreparation(tx, callbackId, at))) throw openAlready();
    await admitInvitation(context, deed, actor);
    const applicationId = crypto.randomUUID();
    await addPrefilled(tx, {
      id: applicationId,
      prefilledFrom: id,
      prefilledBy: 'preparation',
      authorHash: null,
      source: callback?.request.source ?? null,
      now: at,
    });
    const preparation = {
      ...{ id, applicationId, callbackId: callbackId ?? null, values, email: values.contact.email },
      ...{ username: actor.username, createdAt: at, ...request },
      ...{ invitedAt: null, expiresAt: linkEnd(at) },
    };
    await addPreparation(tx, preparation);
    await record('preparation_created', [id]);
    if (callbackId) await processInDeed(deed, callbackId);
    await mail('application_prepared', { applicationId }, { byHand: 'queued' });
    return createdOf(preparation);
  });
}

function hashOf(callbackId: string | undefined, values: PreparedValues): string {
  const { contact, horse, tariff, policyholder } = values;
  return requestHash([callbackId, contact, horse, tariff, policyholder]);
}

const listQuery = pageQuery({ state: oneOf(keysOf(preparationStates), 'Diesen Stand gibt es nicht') });

async function listPreparations(context: Context, actor: Actor, request: Request): Promise<PreparationPage> {
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
