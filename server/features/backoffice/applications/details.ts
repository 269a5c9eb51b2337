import { findAdviceFor } from '#db/applications/advice';
import { loadApplication } from '#db/applications/find';
import { findCase } from '#db/cases/find';
import { hasStandingWithdrawal } from '#db/cases/open-withdrawals';
import { findDuplicates } from '#db/cases/twins';
import type { Reader } from '#db/client';
import { readApplicationMails } from '#db/mails/log';
import { findPreparationOf } from '#db/preparations';
import type { Sets } from '#domain/application';
import type { ApplicationDetails } from '#domain/applications/staff';
import { creditorOf, type Operator } from '#domain/operator/operator';
import { changesOf } from '#domain/preparations/changes';
import type { PreparedBy } from '#domain/preparations/preparations';
import { isSameAddress } from '#domain/text/addresses';
import { isoOf } from '#domain/time';
import type { Context } from '../../../context';
import { refusals } from '../../../refusal';
import { publicView } from '../../applications/service';

/** @throws Refusal when there is no such application */
export async function showDetails(context: Context, id: string): Promise<ApplicationDetails> {
  const { db, cipher, operator, config } = context;
  const [loaded, emailLogs, adviceRecord, withdrawalStands, found, duplicates] = await Promise.all([
    loadApplication(db.read, cipher, id),
    readApplicationMails(db, id),
    findAdviceFor(db.read, id),
    hasStandingWithdrawal(db.read, id),
    findCase(db.read, id, context.today()),
    findDuplicates(db.read, id),
  ]);
  if (!loaded) throw refusals.unknownApplication();
  const { application, sets } = loaded;
  return {
    application: publicView(application),
    horseData: sets['horse-data'],
    contactData: sets['contact-data'],
    tariffSelection: selectionView(sets['tariff-selection']),
    policyholderInfo: policyholderView(sets['policyholder-info'], sets['contact-data']),
    sepaMandate: mandateView(sets['sepa-mandate'], operator),
    emailLogs,
    adviceWaiver: application.adviceWaiver,
    adviceOwed: application.adviceOwed,
    restricted: application.restricted,
    source: application.source,
    adviceRecord,
    withdrawalStands,
    case: found,
    prepared: application.prefilledBy === 'preparation' ? await preparedBy(db.read, id, sets) : null,
    confirmationPolicy: config.policyholderConfirmation,
    duplicates,
  };
}

async function preparedBy(reader: Reader, id: string, sets: Sets): Promise<PreparedBy | null> {
  const preparation = await findPreparationOf(reader, id);
  if (!preparation) return null;
  const { username, createdAt, values } = preparation;
  return { username, at: isoOf(createdAt), changes: changesOf(values, sets) };
}

function selectionView(selection: Sets['tariff-selection']): ApplicationDetails['tariffSelection'] {
  if (!selection) return null;
  const { tariffType: tariff, ...rest } = selection;
  return { tariff, ...rest };
}

function policyholderView(
  policyholder: Sets['policyholder-info'],
  contact: Sets['contact-data'],
): ApplicationDetails['policyholderInfo'] {
  return policyholder && { ...policyholder, differentPolicyholder: isAnother(policyholder, contact) };
}

type Person = { firstName: string; lastName: string; email: string };

function isAnother(policyholder: Person, contact: Person | null): boolean {
  if (!contact) return false;
  return (
    policyholder.firstName !== contact.firstName ||
    policyholder.lastName !== contact.lastName ||
    !isSameAddress(policyholder.email, contact.email)
  );
}

function mandateView(mandate: Sets['sepa-mandate'], operator: Operator): ApplicationDetails['sepaMandate'] {
  if (!mandate) return null;
  const { mandateConsent: mandateAccepted, mandateReference = null, ibanMasked: _, ...rest } = mandate;
  const { name: creditorName, id: creditorId } = creditorOf(mandate, operator);
  return { ...rest, mandateAccepted, mandateReference, creditorName, creditorId };
}
