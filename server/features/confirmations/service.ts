import { loadApplication } from '#db/applications/find';
import { storeConfirmation } from '#db/cases/confirmations';
import { addEvidence } from '#db/evidence';
import { type ConfirmationAnswer, confirmationNotices } from '#domain/cases/confirmation';
import { isoOf } from '#domain/time';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { refusals } from '../../refusal';
import { answerOf, findAskedBy, invalidLink } from './asked';

/** The same answer again changes nothing and returns the first one. @throws Refusal */
export async function answerConfirmation(
  context: Context,
  token: string,
  confirmed: boolean,
): Promise<ConfirmationAnswer> {
  return await perform(context, null, async ({ tx, at, today }) => {
    const asked = await findAskedBy(context, token, tx);
    if (!asked) throw invalidLink();
    const { applicationId } = asked;
    if (asked.confirmation !== 'open') {
      const before = answerOf(asked);
      if (before.confirmed !== confirmed) throw refusals.conflict(confirmationNotices.answered);
      return before;
    }
    const { sets } = (await loadApplication(tx, null, applicationId)) ?? {};
    const confirmation = confirmed ? 'confirmed' : 'refused';
    await storeConfirmation(tx, asked, { confirmation, at, today });
    const kind = `policyholder_${confirmation}` as const;
    const email = sets?.['policyholder-info']?.email;
    await addEvidence(tx, context.cipher, [{ kind, way: 'page', at, applicationId, email }]);
    return { confirmed, at: isoOf(at) };
  });
}
