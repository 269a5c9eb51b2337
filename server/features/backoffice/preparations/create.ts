import { addPrefilled } from '#db/applications/prefill';
import { addPreparation, findPreparation, hasOpenPreparation } from '#db/preparations';
import type { Actor } from '#domain/accounts/actors';
import type { CreatedPreparation, NewPreparation, PreparedValues } from '#domain/preparations/preparations';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { refusals } from '../../../refusal';
import { repeated, requestHash } from '../../../repeats';
import { knownCallback, processInDeed } from '../callbacks/service';
import { admitInvitation, createdOf, linkEnd } from './invitations';

const openAlready = () =>
  refusals.conflict(
    'Zu dieser Rückruf-Anfrage gibt es schon eine Einladung, mit der noch niemand begonnen hat.',
  );

/** Prepares an application and queues its invitation. The same again does nothing. */
export async function createPreparation(
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
