/** One thing of each kind of personal data, with what usually hangs on it, and the calls that delete it. */
import { expect } from 'bun:test';
import type { thingErasers } from '#db/erasers';
import { type SetKey, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { prepare } from '#tests/server/features/backoffice/preparations/call';
import type { openOffice } from '#tests/server/features/backoffice/staff';
import { offered } from '#tests/server/features/offers/asked';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { type Applicant, createVisitor, type Visitor } from '#tests/support/people';

export type Office = Awaited<ReturnType<typeof openOffice>>;
export type Thing = { id: string; visitor?: Visitor; token?: string };
type Make = (office: Office, person: Applicant) => Promise<Thing>;

const uuid = () => crypto.randomUUID();

/** Expects that the call succeeds. */
async function done<Call extends { status: number }>(call: Promise<Call>): Promise<Call> {
  const answer = await call;
  expect(answer.status).toBeWithin(200, 300);
  return answer;
}

async function filled({ app }: Office, person: Applicant, keys: readonly SetKey[] = setKeys) {
  const visitor = createVisitor(app);
  for (const key of keys) await visitor.save(key, person[key]);
  return { id: visitor.id, visitor };
}

const draft: Make = async (office, person) => {
  const contact = { ...person['contact-data'], reminderConsent: true };
  const { id, visitor } = await filled(office, { ...person, 'contact-data': contact });
  await done(visitor.send('PUT', href(api.disclosedDocuments, { id }), {}));
  await done(visitor.send('POST', href(api.accessLink, { id }), {}));
  return { id, visitor };
};

/** Written about, and handed over. */
const completed: Make = async (office, person) => {
  const { lukas } = office;
  const { id, visitor } = await filled(office, person);
  await visitor.send('PUT', href(api.declarations, { id }), { adviceWaiver: true });
  await done(visitor.complete());
  const { lastName } = person['contact-data'];
  await done(lukas.ask('POST', href(api.caseNotes, { id }), { id: uuid(), text: `${lastName} rief an` }));
  const handover = { id: uuid(), applicationIds: [id], format: 'json' };
  await done(lukas.ask('POST', api.handovers, handover));
  const message = { id: uuid(), subject: lastName, body: `Guten Tag ${lastName}` };
  await change(office, id, { status: 'inquiry', message });
  return { id, visitor };
};

/** Changes the case of an application. */
export async function change({ lukas }: Office, id: string, changed: object) {
  const path = href(api.case, { id });
  const { version } = (await lukas.ask('GET', path)).body;
  await done(lukas.ask('PATCH', path, { version, ...changed }));
}

/** With a call and a note. */
const callback: Make = async ({ app, lukas }, person) => {
  const { firstName: name, lastName, email } = person['contact-data'];
  const body = { name, phone: '0221 555', email, dataProcessingConsent: true };
  const answer = await done(app.ask('POST', api.callbackRequests, { body }));
  const { id } = (await answer.json()) as { id: string };
  await done(lukas.ask('POST', href(api.calls, { id }), { id: uuid(), outcome: 'reached', note: lastName }));
  return { id };
};

const offer: Make = async ({ app, lukas }, person) => {
  const { email } = person['contact-data'];
  const token = await offered(app, { email });
  const { body } = await lukas.ask('GET', `${api.staffOffers}?q=${encodeURIComponent(email)}`);
  return { id: (body.offers as { id: string }[])[0]?.id ?? '', token };
};

const preparation: Make = async ({ lukas }, person) => {
  const { dataProcessingConsent: _, ...contact } = person['contact-data'];
  const { id } = await prepare(lukas, { contact, horse: undefined });
  return { id };
};

/** Of nobody's application. */
const withdrawal: Make = async ({ app }, person) => {
  const { firstName, lastName, email } = person['contact-data'];
  const answer = await done(declare(app, { email, name: `${firstName} ${lastName}` }));
  return (await answer.json()) as Thing;
};

export const close = ({ lukas }: Office, id: string, outcome: string) =>
  done(lukas.ask('POST', href(api.closeWithdrawal, { id }), { outcome }));

const closedAs =
  (outcome: string): Make =>
  async (office, person) => {
    const thing = await withdrawal(office, person);
    await close(office, thing.id, outcome);
    return thing;
  };

export const things = {
  draft,
  'draft without a contact': (office, person) => filled(office, person, ['horse-data', 'policyholder-info']),
  'completed application': completed,
  callback,
  offer,
  preparation,
  withdrawal,
  'late withdrawal': closedAs('late'),
  'withdrawal of nobody': closedAs('unmatched'),
  'mail of no application': async ({ app }, person) => {
    const { email } = person['contact-data'];
    await done(app.ask('POST', api.privacyRequests, { body: { email } }));
    return { id: '' };
  },
} satisfies Record<string, Make>;
export type ThingKind = keyof typeof things;

export const byStaff = {
  draft: api.staffApplication,
  'completed application': api.staffApplication,
  callback: api.staffCallback,
  offer: api.staffOffer,
  preparation: api.preparation,
} as const satisfies Partial<Record<ThingKind, string>> & Record<keyof typeof thingErasers, string>;
