import { findApplication } from '#db/applications/find';
import type { OutboxMail } from '#db/mails/outbox';
import { findPreparationOf } from '#db/preparations';
import { readCatalogue } from '#db/tariffs/catalogue';
import { berlinDay } from '#domain/dates';
import type { Offer } from '#domain/document-kinds';
import type { PreparedValues } from '#domain/preparations';
import { quote } from '#domain/tariffs/premium';
import { commonTo, type Needs, type Reader } from './common';

/** Null also if the application was completed after the invitation was queued. */
export async function preparedApplication(context: Needs, reader: Reader, mail: OutboxMail) {
  const preparation = await findPreparationOf(reader, mail.applicationId ?? '');
  const application = preparation && (await findApplication(reader, preparation.applicationId));
  if (!application || application.completed) return null;
  const { token, expiresAt } = await context.links.linkFor('resume', mail);
  const { contact, horse } = preparation.values;
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
