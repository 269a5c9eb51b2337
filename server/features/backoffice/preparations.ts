import { readableAddress } from '#db/addresses';
import { addPrefilled } from '#db/applications/prefill';
import { visitorOf } from '#db/mails/recipients';
import {
  addPreparation,
  type FoundPreparation,
  findPreparation,
  hasOpenPreparation,
  type PreparationRecord,
  readPreparations,
  setInvited,
} from '#db/preparations';
import { linkMs } from '#domain/access-links';
import { keysOf, pick } from '#domain/keys';
import { replyOf } from '#domain/lists';
import {
  type CreatedPreparation,
  checkPreparation,
  mostInvitations,
  type NewPreparation,
  newPreparation,
  type PreparationPage,
  type PreparationRow,
  patienceDays,
  preparationState,
  preparationStates,
} from '#domain/preparations/preparations';
import { dayMs, hourMs, isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import type { Deed, StaffDeed } from '../../deed';
import { eraseRows } from '../../erasures';
import { staffRoutes } from '../../http/access';
import { checkedBy } from '../../http/schema';
import { refusals } from '../../refusal';
import { repeated, requestHash } from '../../repeats';
import { knownCallback, processInDeed } from './callbacks';
import { oneOf, pageQuery, pages, queryDocs } from './lists';
import { admitDaily } from './readings';

const query = pageQuery({ state: oneOf(keysOf(preparationStates), 'Diesen Stand gibt es nicht') });

export function preparationRoutes(context: Context) {
  const list = pages(context, query, {
    read: ({ state = null, ...page }) => {
      const now = context.now();
      return readPreparations(context.db, { ...page, state, now }, now - patienceDays * dayMs);
    },
    persons: ({ rows }) => rows.map(({ preparation }) => preparation.applicationId),
    page: ({ rows, waiting }, counted): PreparationPage => ({
      preparations: rows.map((row) => rowOf(row, context.now())),
      ...counted,
      waiting,
    }),
  });
  return staffRoutes(context, 'backoffice-preparations')
    .get(api.preparations, list, { detail: queryDocs(query) })
    .post(api.preparations, ({ body, act }) => act((deed) => createPreparation(context, deed, body)), {
      body: preparationBody(context.today),
      answers: { status: 201 },
    })
    .post(api.invitePreparation, ({ id, act }) => act((deed) => inviteAgain(context, deed, id)), {
      answers: { status: 202 },
    })
    .delete(api.preparation, ({ id, act }) => act((deed) => deletePreparation(deed, id)), {
      answers: { message: 'Der vorbereitete Antrag wurde gelöscht.' },
    });
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
  deed: StaffDeed,
  { id, callbackId, ...values }: NewPreparation,
): Promise<CreatedPreparation> {
  const { contact, horse, tariff, policyholder } = values;
  const request = { requestHash: requestHash([callbackId, contact, horse, tariff, policyholder]) };
  const { tx, actor, at, record, mail } = deed;
  const found = await findPreparation(tx, id);
  const before = repeated(found?.preparation ?? null, request);
  if (before) return createdOf(before);
  const callback = callbackId ? await knownCallback(tx, callbackId) : null;
  if (callbackId && (await hasOpenPreparation(tx, callbackId, at))) throw openAlready();
  context.site.assertTaking();
  await context.site.assertSendable(tx, { address: contact.email });
  await admitInvitation(context, deed);
  const applicationId = crypto.randomUUID();
  const source = callback?.request.source ?? null;
  const from = { prefilledFrom: id, prefilledBy: 'preparation', source } as const;
  await addPrefilled(tx, { id: applicationId, ...from, authorHash: null, now: at });
  const preparation = {
    ...{ id, applicationId, callbackId: callbackId ?? null, values, email: contact.email },
    ...{ username: actor.username, createdAt: at, ...request },
    ...{ invitedAt: null, expiresAt: linkEnd(at) },
  };
  await addPreparation(tx, preparation);
  await record('preparation_created', [id]);
  if (callbackId) await processInDeed(deed, callbackId);
  await mail('application_prepared', { applicationId }, { byHand: 'queued' });
  return createdOf(preparation);
}

function rowOf({ preparation, progress, undeliverable }: FoundPreparation, now: number): PreparationRow {
  const { values, username, createdAt, expiresAt } = preparation;
  return {
    ...pick(preparation, 'id', 'applicationId', 'callbackId'),
    name: `${values.contact.firstName} ${values.contact.lastName}`,
    createdBy: username,
    createdAt: isoOf(createdAt),
    expiresAt: isoOf(expiresAt),
    state: preparationState({ progress, expiresAt }, now),
    undeliverable,
    reply: replyOf(preparation.reply),
  };
}

const pauseMs = hourMs;

const unknown = () => refusals.notFound('Diesen vorbereiteten Antrag gibt es nicht.');
const completed = () => refusals.conflict('Der Antrag wurde bereits eingereicht.');
const justInvited = () =>
  refusals.conflict('Die Einladung ging erst vor Kurzem hinaus. Bitte warten Sie eine Stunde.');
const expired = () =>
  refusals.conflict(
    'Die Einladung ist abgelaufen. Sie können sie erneut senden. Sonst wird der vorbereitete Antrag nach dem Löschplan gelöscht.',
  );

/** Sends the mail again, with a link that is valid as long as the first one was. */
async function inviteAgain(context: Context, deed: StaffDeed, id: string): Promise<CreatedPreparation> {
  const { tx, at, record, mail } = deed;
  const { preparation, progress } = await known(deed, id);
  if (progress === 'completed') throw completed();
  const { invitedAt } = preparation;
  if (invitedAt !== null && at - invitedAt < pauseMs) throw justInvited();
  await context.site.assertSendable(tx, await visitorOf(tx, 'application_prepared', preparation));
  await admitInvitation(context, deed);
  const times = { invitedAt: at, expiresAt: linkEnd(at) };
  await setInvited(tx, id, times);
  await record('preparation_invited', [id]);
  const { applicationId } = preparation;
  await mail('application_prepared', { applicationId }, { byHand: 'queued' });
  return createdOf({ ...preparation, ...times });
}

/** Deletes it with its application, whatever the customer has saved until then. */
async function deletePreparation(deed: Deed, id: string): Promise<void> {
  const { preparation, progress } = await known(deed, id);
  const state = preparationState({ ...preparation, progress }, deed.at);
  if (state === 'completed') throw completed();
  if (state === 'expired') throw expired();
  await deed.record('preparation_deleted', [id]);
  await eraseRows(deed, 'application', [preparation.applicationId]);
}

function admitInvitation(context: Context, deed: StaffDeed): Promise<void> {
  return admitDaily(context, deed, {
    actions: ['preparation_created', 'preparation_invited'],
    most: mostInvitations,
    message: `Sie haben in 24 Stunden schon ${mostInvitations} Einladungen gesendet. Bitte versuchen Sie es später erneut.`,
  });
}

function linkEnd(at: number): number {
  return at + linkMs('resume');
}

type Created = Pick<PreparationRecord, 'applicationId' | 'expiresAt'>;

function createdOf({ applicationId, expiresAt }: Created): CreatedPreparation {
  return { applicationId, expiresAt: isoOf(expiresAt) };
}

async function known({ tx }: Deed, id: string) {
  const found = await findPreparation(tx, id);
  if (!found) throw unknown();
  return found;
}
