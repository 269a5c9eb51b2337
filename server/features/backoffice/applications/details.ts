import { Object as ObjectType } from 'typebox';
import { addAdvice, findAdvice } from '#db/applications/advice';
import { findApplication, loadApplication } from '#db/applications/find';
import { findCase, hasStandingWithdrawal } from '#db/cases/find';
import { findDuplicates } from '#db/cases/twins';
import type { Reader } from '#db/client';
import { readApplicationMails } from '#db/mails/log';
import { contactOf } from '#db/mails/recipients';
import { findPreparationOf } from '#db/preparations';
import { readDeclared } from '#db/proofs';
import { findAgeSurcharge } from '#db/tariffs/catalogue';
import { areAllThere, type Sets } from '#domain/application';
import { type ApplicationDetails, type NewAdvice, newAdvice } from '#domain/applications/staff';
import { blockLabels } from '#domain/cases/statuses';
import { creditorOf, type Operator } from '#domain/operator/operator';
import { changesOf, type PreparedBy } from '#domain/preparations/preparations';
import { isSameAddress } from '#domain/text/addresses';
import { fullName } from '#domain/text/mailable';
import { isoOf } from '#domain/time';
import { api, documentName } from '#domain/urls';
import type { Context } from '../../../context';
import type { StaffDeed } from '../../../deed';
import { staffRoutes } from '../../../http/access';
import { fileHeaders } from '../../../http/headers';
import { standard } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { repeated } from '../../../repeats';
import { publicView } from '../../applications/service';
import { type OwnData, readStored } from '../../privacy/own-data';
import { oneOf, readQuery } from '../lists';
import type { Read } from '../readings';

export function applicationReadingRoutes(context: Context, read: Read) {
  return staffRoutes(context, 'backoffice-application-readings')
    .get(api.details, ({ id, staff }) => {
      const show = () => showDetails(context, id);
      return read(staff, 'details_opened', show, () => [id]);
    })
    .get(api.document, async ({ id, request, staff }) => {
      // the applicant's by default
      const { copy = 'applicant' } = readQuery(request, query);
      const write = () => writeDocument(context, id, copy, request.signal);
      const idsOf = (document: Document) => (typeof document === 'string' ? [] : [id]);
      return download(documentName(id), await read(staff, 'pdf_opened', write, idsOf));
    })
    .get(api.disclosure, ({ id, staff }) => {
      // it contains the other applications of the same person
      const idsOf = ({ applications }: OwnData) => [id, ...applications.map((one) => one.id)];
      return read(staff, 'disclosure_opened', () => disclose(context, id), idsOf);
    })
    .post(api.advice, ({ id, body, act }) => act((deed) => recordAdvice(context, deed, id, body)), {
      body: standard(() => newAdvice),
      answers: { status: 201 },
    });
}

function download(filename: string, document: Document): Response {
  if (document === 'unknown') throw refusals.unknownApplication();
  if (document === 'open')
    throw refusals.conflict('Der Antrag ist noch nicht abgeschlossen und hat deshalb noch kein PDF.');
  return new Response(Buffer.from(document), {
    headers: { ...fileHeaders(filename), 'cache-control': 'no-store' },
  });
}

type Document = Uint8Array | 'unknown' | 'open';

const query = ObjectType({ copy: oneOf(['staff'], 'Diese Ausfertigung gibt es nicht') });

/** Writes a copy of an application. While it is open, only the copy for staff exists, because its data may change. */
export async function writeDocument(
  { db, cipher, now, draw, operator }: Context,
  id: string,
  copy: 'applicant' | 'staff',
  signal: AbortSignal,
): Promise<Document> {
  const loaded = await loadApplication(db.read, cipher, id);
  if (!loaded) return 'unknown';
  const { application, sets } = loaded;
  if (copy === 'applicant' && !(application.completed && areAllThere(sets))) return 'open';
  const printedAt = copy === 'staff' ? isoOf(now()) : undefined;
  const declared = await readDeclared(db.read, id);
  const ageSurchargePercent = await findAgeSurcharge(db.read, application);
  const drawing = { application, sets, operator, ageSurchargePercent, printedAt, declared };
  return await draw(drawing, { signal });
}

async function showDetails(context: Context, id: string): Promise<ApplicationDetails> {
  const { db, cipher, operator, config } = context;
  const [loaded, emailLogs, adviceRecord, withdrawalStands, found, duplicates] = await Promise.all([
    loadApplication(db.read, cipher, id),
    readApplicationMails(db, id),
    findAdvice(db.read, 'applicationId', id),
    hasStandingWithdrawal(db.read, id),
    findCase(db.read, id, context.today()),
    findDuplicates(db.read, id),
  ]);
  if (!loaded) throw refusals.unknownApplication();
  const { application, sets } = loaded;
  const { adviceWaiver, adviceOwed, restricted, source } = application;
  return {
    application: publicView(application),
    horseData: sets['horse-data'],
    contactData: sets['contact-data'],
    tariffSelection: selectionView(sets['tariff-selection']),
    policyholderInfo: policyholderView(sets['policyholder-info'], sets['contact-data']),
    sepaMandate: mandateView(sets['sepa-mandate'], operator),
    emailLogs,
    ...{ adviceWaiver, adviceOwed, restricted, source, adviceRecord, withdrawalStands, case: found },
    prepared: application.prefilledBy === 'preparation' ? await preparedBy(db.read, id, sets) : null,
    confirmationPolicy: config.policyholderConfirmation,
    duplicates,
  };
}

async function preparedBy(reader: Reader, id: string, sets: Sets): Promise<PreparedBy | null> {
  const preparation = await findPreparationOf(reader, id);
  if (!preparation) return null;
  const { username, createdAt, values } = preparation;
  const [name, horseName] = [fullName(values.contact), values.horse?.horseName];
  return { username, at: isoOf(createdAt), name, horseName, changes: changesOf(values, sets) };
}

function selectionView(selection: Sets['tariff-selection']) {
  if (!selection) return null;
  const { tariffType: tariff, ...rest } = selection;
  return { tariff, ...rest };
}

function policyholderView(holder: Sets['policyholder-info'], contact: Sets['contact-data']) {
  if (!holder) return null;
  const isSameName = holder.firstName === contact?.firstName && holder.lastName === contact.lastName;
  const isContact = isSameName && isSameAddress(holder.email, contact.email);
  return { ...holder, differentPolicyholder: contact !== null && !isContact };
}

function mandateView(mandate: Sets['sepa-mandate'], operator: Operator) {
  if (!mandate) return null;
  const { mandateConsent: mandateAccepted, mandateReference = null, ibanMasked: _, ...rest } = mandate;
  const { name: creditorName, id: creditorId } = creditorOf(mandate, operator);
  return { ...rest, mandateAccepted, mandateReference, creditorName, creditorId };
}

async function recordAdvice({ site }: Context, deed: StaffDeed, applicationId: string, given: NewAdvice) {
  const { tx, actor, at, mail, record } = deed;
  const { id, wishes, advice: text } = given;
  const before = repeated(await findAdvice(tx, 'id', id), { applicationId, wishes, advice: text });
  if (before) return before;
  const application = await findApplication(tx, applicationId);
  if (!application) throw refusals.unknownApplication();
  if (!application.adviceOwed) throw refusals.conflict('Zu diesem Antrag ist keine Beratung offen.');
  // it would end with a mail
  if (application.restricted) throw refusals.conflict(blockLabels.restricted);
  await site.assertSendable(tx, await contactOf(tx, applicationId));
  const advice = { ...given, applicationId, username: actor.username };
  await addAdvice(tx, { ...advice, at });
  await mail('advice_recorded', { applicationId, adviceRecordId: id });
  await record('advice_recorded', [applicationId]);
  return { ...advice, at: isoOf(at) };
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
