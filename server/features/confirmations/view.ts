import { findLastOffer } from '#db/applications/deliveries';
import { loadApplication } from '#db/applications/find';
import type { Reader } from '#db/client';
import { readDeclared } from '#db/proofs';
import { areAllThere } from '#domain/application';
import { maskIban } from '#domain/bank/numbers';
import type { ConfirmationView } from '#domain/cases/confirmation';
import { documentKinds, documentLabels } from '#domain/document-kinds';
import { declaredKeys, wordings } from '#domain/law/wordings';
import { href, pages } from '#domain/urls';
import type { Context } from '../../context';
import { answerOf, findAskedBy } from './asked';

/** Null for a link that opens nothing. */
export async function readConfirmation(context: Context, token: string): Promise<ConfirmationView | null> {
  const { db, cipher } = context;
  const reader = db.fresh;
  const asked = await findAskedBy(context, token, reader);
  const { sets } = (asked && (await loadApplication(reader, cipher, asked.applicationId))) ?? {};
  if (!asked || !sets || !areAllThere(sets)) return null;
  const { applicationId } = asked;
  const declared = await readDeclared(reader, applicationId);
  const { horseName, insuranceStartDate } = sets['horse-data'];
  const { tariffType, selfParticipation, paymentFrequency, monthlyPremium } = sets['tariff-selection'];
  const { accountHolder, iban } = sets['sepa-mandate'];
  return {
    applicationId,
    contactName: nameOf(sets['contact-data']),
    policyholderName: nameOf(sets['policyholder-info']),
    horseName,
    tariff: tariffType,
    selfParticipation,
    paymentFrequency,
    monthlyPremium,
    insuranceStartDate,
    iban: maskIban(iban),
    accountHolder,
    declarations: declaredKeys.flatMap((key) => {
      const text = declared[key];
      return text ? [{ label: wordings[key].label, text }] : [];
    }),
    documents: await documentsOf(context, reader, applicationId),
    ...answerOf(asked),
  };
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}

/** Those of the mail: what was offered last, or those in force if nothing was. */
async function documentsOf(
  { documents }: Pick<Context, 'documents'>,
  reader: Reader,
  applicationId: string,
): Promise<ConfirmationView['documents']> {
  const set = (await findLastOffer(reader, applicationId))?.documents ?? (await documents.currentSet());
  return documentKinds.map((kind) => ({
    kind,
    label: documentLabels[kind],
    url: href(pages.documentFile, { kind, file: `${set[kind]}.pdf` }),
  }));
}
