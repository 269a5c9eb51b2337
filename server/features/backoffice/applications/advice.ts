import { addAdvice, findAdvice } from '#db/applications/advice';
import { findApplication } from '#db/applications/find';
import type { Actor } from '#domain/accounts/actors';
import type { AdviceRecord, NewAdvice } from '#domain/applications/staff';
import { blockLabels } from '#domain/cases/statuses';
import { isoOf } from '#domain/time';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { refusals } from '../../../refusal';
import { repeated } from '../../../repeats';

type Given = NewAdvice & { applicationId: string };

/** The same call again returns the same record. @throws Refusal */
export async function recordAdvice(context: Context, given: Given, actor: Actor): Promise<AdviceRecord> {
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
