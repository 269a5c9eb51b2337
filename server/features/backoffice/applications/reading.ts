import { Object as ObjectType } from 'typebox';
import { findAdviceFor } from '#db/applications/advice';
import { loadApplication } from '#db/applications/find';
import { findCase, hasStandingWithdrawal } from '#db/cases/find';
import { findDuplicates } from '#db/cases/twins';
import type { Reader } from '#db/client';
import { readApplicationMails } from '#db/mails/log';
import { findPreparationOf } from '#db/preparations';
import { readDeclared } from '#db/proofs';
import { findAgeSurcharge } from '#db/tariffs/catalogue';
import { areAllThere, type Sets } from '#domain/application';
import type { ApplicationDetails } from '#domain/applications/staff';
import { creditorOf, type Operator } from '#domain/operator/operator';
import { changesOf } from '#domain/preparations/changes';
import type { PreparedBy } from '#domain/preparations/preparations';
import { isSameAddress } from '#domain/text/addresses';
import { isoOf } from '#domain/time';
import { api, documentName } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { fileHeaders } from '../../../http/headers';
import { refusals } from '../../../refusal';
import { publicView } from '../../applications/service';
import { oneOf, readQuery } from '../lists';
import type { Read } from '../readings';

export function applicationReadingRoutes(context: Context, read: Read) {
  return staffRoutes(context, 'backoffice-application-readings')
    .get(
      api.details,
      ({ id, staff }) =>
        read(
          staff,
          'details_opened',
          () => showDetails(context, id),
          () => [id],
        ),
      { role: 'staff', byId: true },
    )
    .get(
      api.document,
      async ({ id, request, staff }) => {
        const copy = copyIn(request);
        const idsOf = ({ kind }: Document) => (kind === 'written' ? [id] : []);
        const write = () => writeDocument(context, id, copy, request.signal);
        return download(documentName(id), await read(staff, 'pdf_opened', write, idsOf));
      },
      { role: 'staff', byId: true },
    );
}

function download(filename: string, document: Document): Response {
  if (document.kind === 'unknown') throw refusals.unknownApplication();
  if (document.kind === 'open') {
    throw refusals.conflict('Der Antrag ist noch nicht abgeschlossen und hat deshalb noch kein PDF.');
  }
  return new Response(Buffer.from(document.content), {
    headers: { ...fileHeaders(filename), 'cache-control': 'no-store' },
  });
}

type Document = { kind: 'written'; content: Uint8Array } | { kind: 'unknown' } | { kind: 'open' };

const query = ObjectType({ copy: oneOf(['staff'], 'Diese Ausfertigung gibt es nicht') });

/** The applicant's by default, that of staff with `copy=staff`. @throws the refusal 422 for any other value */
function copyIn(request: Request): 'applicant' | 'staff' {
  return readQuery(request, query).copy ?? 'applicant';
}

/** Writes a copy of an application. While it is open, only the copy for staff exists, because its data may change. */
export async function writeDocument(
  { db, cipher, now, draw, operator }: Context,
  id: string,
  copy: 'applicant' | 'staff',
  signal: AbortSignal,
): Promise<Document> {
  const loaded = await loadApplication(db.read, cipher, id);
  if (!loaded) return { kind: 'unknown' };
  const { application, sets } = loaded;
  if (copy === 'applicant' && !(application.completed && areAllThere(sets))) return { kind: 'open' };
  const printedAt = copy === 'staff' ? isoOf(now()) : undefined;
  const declared = await readDeclared(db.read, id);
  const ageSurchargePercent = await findAgeSurcharge(db.read, application);
  const drawing = { application, sets, operator, ageSurchargePercent, printedAt, declared };
  const content = await draw(drawing, { signal });
  return { kind: 'written', content };
}

async function showDetails(context: Context, id: string): Promise<ApplicationDetails> {
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
