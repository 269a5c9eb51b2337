/** Offers and prepared applications, as they are stored. */
import type { OfferRecord } from '#db/offers';
import type { PreparationRecord } from '#db/preparations';
import { applications } from '#db/schema/applications';
import { preparations } from '#db/schema/desk';
import { offers } from '#db/schema/law';
import { newReference } from '#domain/ids';
import type { MailCause } from '#domain/mails/kinds';
import type { PreparedContact } from '#domain/preparations/preparations';
import { dayMs } from '#domain/time';
import { queueMails } from '#server/mails/queue';
import type { TestApp } from './app';

export const caller: PreparedContact = {
  salutation: 'mrs',
  firstName: 'Johanna',
  lastName: 'Sommer',
  email: 'johanna@sommer.example',
  phone: '0151 23456789',
};

export async function addOffer(app: TestApp, changes: Partial<OfferRecord> = {}): Promise<OfferRecord> {
  const { now } = app.clock;
  const offer: OfferRecord = {
    id: crypto.randomUUID(),
    number: newReference('AN', '2026-11-20'),
    email: caller.email,
    tariffType: 'premium',
    selfParticipation: 250,
    paymentFrequency: 'quarterly',
    horseBirthYear: 2015,
    insuranceStartDate: '2026-12-01',
    monthlyCents: 6535,
    surchargePercent: 0,
    tariffVersion: 1,
    documents: await app.context.documents.currentSet(),
    createdAt: now,
    expiresAt: now + 30 * dayMs,
    reminderConsent: true,
    remindedAt: null,
    source: 'website',
    username: null,
    applicationId: null,
    hasCompleted: false,
    requestHash: null,
    reply: null,
    askedBy: null,
    ...changes,
  };
  await app.db.write((tx) => tx.insert(offers).values(offer));
  return offer;
}

/** With its application, which has no data set. */
export async function addPreparation(
  app: TestApp,
  changes: Partial<PreparationRecord> = {},
): Promise<PreparationRecord> {
  const { now } = app.clock;
  const contact = { ...caller, email: changes.email ?? caller.email };
  const preparation: PreparationRecord = {
    policyholderEmail: changes.values?.policyholder?.email ?? null,
    id: crypto.randomUUID(),
    applicationId: crypto.randomUUID(),
    callbackId: null,
    email: contact.email,
    values: {
      contact,
      horse: { horseName: 'Fjölnir', birthDate: '2012-05-01', insuranceStartDate: '2026-12-01' },
      tariff: { tariffType: 'premium', selfParticipation: 250, paymentFrequency: 'quarterly' },
    },
    username: 'lukas.weber',
    createdAt: now,
    invitedAt: null,
    expiresAt: now + 14 * dayMs,
    requestHash: 'none',
    reply: null,
    ...changes,
  };
  const times = { createdAt: now, updatedAt: now };
  const prefill = { prefilledBy: 'preparation', prefilledFrom: preparation.id } as const;
  await app.db.write(async (tx) => {
    await tx.insert(applications).values({ id: preparation.applicationId, ...times, ...prefill });
    await tx.insert(preparations).values(preparation);
  });
  return preparation;
}

/** Queues the mail of an event about it. */
export async function queueAbout(
  app: TestApp,
  cause: MailCause,
  about: { offerId: string } | { applicationId: string },
) {
  const [mail] = await app.db.write((tx) => queueMails(app.context, tx, cause, about));
  if (!mail) throw new Error('No mail was queued.');
  return mail;
}
