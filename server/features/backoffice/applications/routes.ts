import { Object as ObjectType } from 'typebox';
import { endLinks } from '#db/access-links';
import { findApplication } from '#db/applications/find';
import { listApplications } from '#db/applications/list';
import { contactOf } from '#db/mails/recipients';
import { leftSince, markReminded } from '#db/mails/reminders';
import { stoppedAmong } from '#db/mails/stops';
import type { Actor } from '#domain/accounts/actors';
import { bulkDelete, type ReminderType, reminderRequest } from '#domain/applications/staff';
import { reminderMails } from '#domain/mails/kinds';
import type { DeletionResponse, MessageResponse } from '#domain/responses';
import { hourMs } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { type Deed, deleteMailFiles, emptyLog, perform } from '../../../deed';
import { eraseRows } from '../../../erasures';
import { staffRoutes } from '../../../http/access';
import { streamedArray } from '../../../http/compact';
import { ageOf } from '../../../http/requests';
import { standard } from '../../../http/schema';
import { traceOf } from '../../../log';
import { alertIfMany } from '../../../mails/alerts';
import { refusals } from '../../../refusal';

export function staffApplicationRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-applications')
    .get(api.staffApplications, ({ request, staff }) => streamedArray(request, listFor(context, staff)))
    .delete(
      api.staffApplication,
      async ({ id, staff }) => {
        const deleted = await deleteCompletely(context, [id], staff);
        if (deleted === 0) throw refusals.unknownApplication();
      },
      { answers: { message: 'Der Antrag wurde gelöscht.' } },
    )
    .post(
      api.bulkDelete,
      async ({ body, staff }) => {
        const deletedCount = await deleteCompletely(context, body.applicationIds, staff);
        return { deletedCount } satisfies DeletionResponse;
      },
      { body: standard(() => bulkDelete) },
    )
    .post(api.endLinks, ({ id, act }) => act((deed) => endLinksOf(deed, id)), {
      body: standard(() => ObjectType({})),
      answers: { message: 'Die Links zu diesem Antrag sind ungültig.' },
    })
    .post(
      api.resendReminder,
      async ({ id, body: { type }, staff, request, server }): Promise<MessageResponse> => {
        // a delivery may take longer than an idle connection is kept open
        server?.timeout(request, reminderSeconds);
        const asked = context.now() - ageOf(request);
        const recipient = await sendReminder(context, { id, type, actor: staff, asked });
        return { message: `Die ${reminderNames[type]} wurde an ${recipient} gesendet.` };
      },
      { body: standard(() => reminderRequest) },
    );
}

const reminderSeconds = 60;

const reminderNames = { first: 'erste Erinnerung', second: 'zweite Erinnerung' };

const pauseMs = hourMs;

type Asked = { id: string; type: ReminderType; actor: Actor; asked: number };

/** Notes who is shown, batch by batch: a reader may leave early. */
async function* listFor({ db, noteList }: Context, viewer: Actor) {
  for await (const batch of listApplications(db)) {
    const persons = batch.flatMap(({ id, email }) => (email === null ? [] : id));
    noteList(viewer, persons);
    yield batch;
  }
}

/**
 * Sends a reminder now; returns its recipient. The mail log shows the attempt in any case; a refused mail is not tried
 * again.
 *
 * @throws Refusal
 */
async function sendReminder(context: Context, asked: Asked): Promise<string> {
  const mail = await perform(context, asked.actor, (deed) => queueReminder(context, deed, asked));
  const result = await context.deliverMail(mail);
  if (!result.ok)
    throw refusals.notDelivered(
      `Die ${reminderNames[asked.type]} konnte nicht zugestellt werden. Den Grund nennt das E-Mail-Log.`,
    );
  await noteReminder(context, asked);
  return mail.recipientEmail;
}

/** Stops the automatic reminder of this kind. The mail has been sent, so a database error is logged and not reported. */
async function noteReminder(context: Context, { id, type, actor }: Asked): Promise<void> {
  try {
    await perform(context, actor, async ({ tx, at, unrecorded }) => {
      await markReminded(tx, [id], type, at);
      unrecorded('the request has its row');
    });
  } catch (error) {
    context.log('error', 'reminder_not_noted', traceOf(error));
  }
}

/** Of several at the same time one is queued, because the writes of all instances follow one another. */
async function queueReminder(context: Context, { tx, at, mail, record }: Deed, { id, type, asked }: Asked) {
  const application = await findApplication(tx, id);
  if (!application) throw refusals.unknownApplication();
  if (application.completed)
    throw refusals.conflict('Der Antrag ist bereits abgeschlossen und braucht keine Erinnerung.');
  const contact = await contactOf(tx, id);
  if (!contact) throw refusals.withoutAddress();
  const stopped = await stoppedAmong(tx, context.cipher, [contact.address]);
  if (application.remindersStoppedAt !== null || stopped.size > 0)
    throw refusals.conflict('Die Person möchte keine Erinnerungen.');
  if (await leftSince(tx, id, type, { since: at - pauseMs, asked, now: at }))
    throw refusals.conflict('Diese Erinnerung ging vor weniger als einer Stunde hinaus.');
  await context.site.assertSendable(tx, contact);
  const [queued] = await mail(reminderMails[type], { applicationId: id }, { to: [contact], byHand: 'now' });
  if (!queued) throw refusals.withoutAddress();
  await record('reminder_requested', [id]);
  return queued;
}

async function endLinksOf({ tx, at, record }: Deed, id: string): Promise<void> {
  if (!(await findApplication(tx, id))) throw refusals.unknownApplication();
  await endLinks(tx, [id], at);
  await record('links_ended', [id]);
}

/** Each application has some ten mails in many indexes: 5 keep others waiting for some 20 ms. */
const batchSize = 5;

async function deleteCompletely(context: Context, given: readonly string[], actor: Actor): Promise<number> {
  const wanted = [...new Set(given.map((id) => id.toLowerCase()))];
  let deleted = 0;
  try {
    for (let from = 0; from < wanted.length; from += batchSize) {
      const some = wanted.slice(from, from + batchSize);
      const { ids, mails } = await perform(context, actor, (deed) => deleteSome(deed, some));
      deleted += ids.length;
      await deleteMailFiles(context, mails);
    }
  } finally {
    // also after a failure: what was deleted until then must leave the log too
    if (deleted > 0) await emptyLog(context);
  }
  return deleted;
}

async function deleteSome(deed: Deed<Actor>, ids: string[]) {
  const { tx, at, record } = deed;
  // the files are deleted after each batch, and the log is emptied once
  const gone = await eraseRows({ tx, at, record }, 'application', ids);
  if (gone.completed?.length) await alertIfMany(deed, 'many_deleted');
  return gone;
}
