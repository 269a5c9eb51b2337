import { addAdvice, findAdvice } from '#db/applications/advice';
import { findApplication, loadApplication } from '#db/applications/find';
import { findPreparationOf } from '#db/preparations';
import type { Actor } from '#domain/accounts/actors';
import { type AdviceRecord, type NewAdvice, newAdvice } from '#domain/applications/staff';
import { blockLabels } from '#domain/cases/statuses';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { staffRoutes } from '../../../http/access';
import { standard } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { repeated } from '../../../repeats';
import { type OwnData, readStored } from '../../privacy/own-data';
import type { Read } from '../readings';

export function applicantRoutes(context: Context, read: Read) {
  return staffRoutes(context, 'backoffice-applicant')
    .get(
      api.disclosure,
      ({ id, staff }) =>
        read(
          staff,
          'disclosure_opened',
          () => disclose(context, id),
          // it contains the other applications of the same person
          ({ applications }) => [id, ...applications.map((one) => one.id)],
        ),
      { role: 'staff', byId: true },
    )
    .post(api.advice, ({ id, body, staff }) => recordAdvice(context, { ...body, applicationId: id }, staff), {
      role: 'staff',
      byId: true,
      body: standard(() => newAdvice),
      answers: { status: 201 },
    });
}

type Given = NewAdvice & { applicationId: string };

/** The same call again returns the same record. @throws Refusal */
async function recordAdvice(context: Context, given: Given, actor: Actor): Promise<AdviceRecord> {
  return await perform(context, actor, async ({ tx, at, mail, record }) => {
    const { id, applicationId, wishes, advice: text } = given;
    const before = repeated(await findAdvice(tx, id), { applicationId, wishes, advice: text });
    if (before) return before;
    const application = await findApplication(tx, applicationId);
    if (!application) throw refusals.unknownApplication();
    if (!application.adviceOwed) throw refusals.conflict('Zu diesem Antrag ist keine Beratung offen.');
    // it would end with a mail
    if (application.restricted) throw refusals.conflict(blockLabels.restricted);
    const advice = { ...given, username: actor.username };
    await addAdvice(tx, { ...advice, at });
    await mail('advice_recorded', { applicationId, adviceRecordId: id });
    await record('advice_recorded', [applicationId]);
    return { ...advice, at: isoOf(at) };
  });
}

/** What is stored about the person of an application, for staff who answer a request by phone or letter (Art. 15 DSGVO). */

async function disclose(context: Context, id: string): Promise<OwnData> {
  const loaded = await loadApplication(context.db.read, null, id);
  if (!loaded) throw refusals.unknownApplication();
  const { 'contact-data': contact, 'policyholder-info': policyholder } = loaded.sets;
  const person = contact ?? policyholder ?? (await findPreparationOf(context.db.read, id));
  if (!person) throw refusals.withoutAddress();
  return await readStored(context, person.email);
}
