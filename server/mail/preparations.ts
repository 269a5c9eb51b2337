import { loadApplication } from '#db/applications/find';
import type { OutboxMail } from '#db/mails/outbox';
import { findPreparationOf } from '#db/preparations';
import { readCatalogue } from '#db/tariffs/catalogue';
import { berlinDay } from '#domain/dates';
import type { Offer } from '#domain/document-kinds';
import type { PreparedValues } from '#domain/preparations/preparations';
import { quote } from '#domain/tariffs/premium';
import { isSameAddress } from '#domain/text/addresses';
import { commonTo, type Needs, type Reader } from './common';

/** Null also if the application was completed after the invitation was queued, or has another address by now. */
export async function preparedApplication(context: Needs, reader: Reader, mail: OutboxMail) {
  const preparation = await findPreparationOf(reader, mail.applicationId ?? '');
  const loaded = preparation && (await loadApplication(reader, null, preparation.applicationId));
  if (!loaded || loaded.application.completed) return null;
  const contact = loaded.sets['contact-data'] ?? preparation.values.contact;
  if (!isSameAddress(mail.recipientEmail, contact.email)) return null;
  const { token, expiresAt } = await context.links.linkFor('resume', mail);
  const { horse } = preparation.values;
  const props = {
    ...commonTo(context),
    contact,
    horseName: horse?.horseName ?? null,
    chosen: await chosenIn(context, reader, preparation.values),
    isAgeAssumed: horse?.birthDate === undefined,
    token,
    until: berlinDay(new Date(expiresAt)),
  };
  return { props };
}

/** With the price as it is now. */
async function chosenIn(
  { now }: Needs,
  reader: Reader,
  { horse, tariff }: PreparedValues,
): Promise<Offer | null> {
  const today = berlinDay(new Date(now()));
  const premium = tariff && quote(await readCatalogue(reader), tariff, horse?.birthDate ?? null, today);
  if (!premium) return null;
  return {
    tariff: tariff.tariffType,
    deductible: tariff.selfParticipation,
    frequency: tariff.paymentFrequency,
    periodCents: premium.periodCents,
    insuranceStart: horse?.insuranceStartDate ?? null,
  };
}
