/** No mail of any kind carries what a stranger may want to say under our name. */
import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import type { TObject } from 'typebox';
import { applications } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { users } from '#db/schema/staff';
import { setSchema } from '#domain/application';
import { callbackRequest } from '#domain/callbacks/request';
import { builtInTemplates, placeholderList } from '#domain/cases/messages';
import type { CaseStatus } from '#domain/cases/statuses';
import { check } from '#domain/fields';
import { withdrawalRequest } from '#domain/law/withdrawals';
import { type EmailType, emailTypes } from '#domain/mails/kinds';
import { newPreparation } from '#domain/preparations/preparations';
import { setKeys } from '#domain/steps/all';
import {
  asGiven,
  greetingOf,
  isPlainName,
  mailable,
  mailableName,
  neutral,
  personName,
} from '#domain/text/mailable';
import { mailableEmail, mailablePhone } from '#domain/text/mailable-reach';
import { api, href } from '#domain/urls';
import { createDigest, queueDueReminders } from '#server/jobs/jobs';
import { openOffice, type Staff } from '#tests/server/features/backoffice/staff';
import { wish } from '#tests/server/features/callbacks/callback-wish';
import { erase, tokenFor } from '#tests/server/features/privacy/person';
import { declaration } from '#tests/server/features/withdrawals/declaration';
import { consenting } from '#tests/server/jobs/reminder-case';
import { renderQueuedMail } from '#tests/server/mails/written';
import { type TestApp, testNow } from '#tests/support/app';
import { addOffer, addPreparation, caller, queueAbout } from '#tests/support/beginnings';
import { drawNothing } from '#tests/support/drawing';
import { type Applicant, createVisitor, johanna, kim } from '#tests/support/people';

const day = 24 * 3_600_000;
const site = 'http://localhost:3000';

/** Whatever a mail program would make a link of, in words that call for it; short ones for short fields. */
const canaries = [
  'Konto gesperrt bit.ly/3xYz',
  'https://kanarie.example/konto',
  'www.kanarie.example',
  'Jetzt: kanarie。example/x',
  'kanarie．example',
  'Konto24.kanarie',
  'kanarie\u200b.example',
  'Ihr Konto kanarie ist gesperrt, bitte melden Sie sich sofort bei uns an',
];
const shortest = 'bit.ly/3xYz';
/** In a name. */
const lure = 'Konto gesperrt, rufen Sie 0900 1234567 an';
/** Of all canaries, in any spelling. */
const sung = /.*(?:bit.?ly|kanarie|gesperrt).*/i;

let turn = 0;
const used = new Set<string>();

/** The next canary that the field takes. */
function canaryFor(field: string, takes: (text: string) => boolean): string | undefined {
  const all = /name$/i.test(field) ? [...canaries, lure] : canaries;
  const from = turn++ % all.length;
  const inTurn = [...all.slice(from), ...all.slice(0, from)];
  const canary = inTurn.find(takes);
  if (canary) used.add(canary);
  return canary ?? [shortest].find(takes);
}

/** The entries, with another canary in each text that takes one by itself. */
function hostile<Entries extends object>(schema: TObject, entries: Entries): Entries {
  const typed = Object.keys(schema.properties).flatMap((field) => {
    const canary = canaryFor(field, (text) => check(schema, { ...entries, [field]: text }).ok);
    return canary ? [[field, canary] as const] : [];
  });
  expect(typed.length).toBeGreaterThan(0);
  return { ...entries, ...Object.fromEntries(typed) };
}

/** Their letters are those of an address of their own. */
const address = 'opfer+bit.ly/3xyz@mail.example';

function hostilePerson(): Applicant {
  const person = consenting({ ...johanna, 'horse-data': kim['horse-data'] });
  const sets = setKeys
    .filter((key) => key !== 'tariff-selection')
    .map((key) => [key, hostile(setSchema(key, '2026-11-20'), person[key])]);
  const all: Applicant = { ...person, ...Object.fromEntries(sets) };
  const [contact, policyholder] = [all['contact-data'], all['policyholder-info']];
  return {
    ...all,
    'contact-data': { ...contact, email: address },
    'policyholder-info': { ...policyholder, email: address },
  };
}

type Sung = { type: EmailType; words: string };

/** Writes every mail that was queued since the last call. */
function createReader(app: TestApp) {
  const read = new Set<string>();
  const mails: Sung[] = [];
  return {
    mails,
    async readNew() {
      for (const mail of await app.db.read.select().from(outbox)) {
        if (read.has(mail.id)) continue;
        read.add(mail.id);
        const content = await renderQueuedMail(app.context, mail);
        if (!content) continue;
        const { subject, html, text } = content;
        const words = [mail.subject, mail.recipientName, subject, html, text].join('\n');
        mails.push({ type: mail.emailType, words });
      }
    },
  };
}

/** From the first step to the insurer's answer. */
async function apply(app: TestApp, staff: Staff, person: Applicant, read: () => Promise<void>) {
  const visitor = createVisitor(app);
  const { id } = visitor;
  const ok = async (call: ReturnType<Staff['ask']>) => expect((await call).status).toBeWithin(200, 203);
  await visitor.fill(person);
  await visitor.send('PUT', href(api.disclosedDocuments, { id }), {});
  await visitor.send('POST', href(api.accessLink, { id }), {});
  for (let days = 0; days < 4; days += 1) {
    app.clock.now += day;
    await queueDueReminders(app.context);
    await read();
  }
  await ok(visitor.complete());
  await read();
  const advice = { id: crypto.randomUUID(), wishes: 'W', advice: 'A' };
  await ok(staff.ask('POST', href(api.advice, { id }), advice));
  const way = ['inquiry', 'transmitted', 'declined', 'in_review', 'transmitted', 'issued'] as const;
  for (const status of way) {
    const { version } = (await staff.ask('GET', href(api.case, { id }))).body;
    await ok(staff.ask('PATCH', href(api.case, { id }), { version, status, ...wordsOf(status) }));
    await read();
    if (status !== 'inquiry') continue;
    const answer = { id: crypto.randomUUID(), text: `Antwort ${canaries[0]}` };
    const token = await statusToken(app);
    expect((await app.ask('POST', href(api.answerStatus, { token }), { body: answer })).status).toBe(201);
  }
  return id;
}

/** Message and reason of a step, if it has them. */
function wordsOf(status: CaseStatus) {
  const template = builtInTemplates.find((one) => one.status === status);
  const texts = { subject: `Zu ${placeholderList}`, body: `${template?.body}\n\n${placeholderList}` };
  const message = template && { id: crypto.randomUUID(), ...texts };
  return { message, ...(status === 'declined' || status === 'in_review' ? { reason: 'Alter' } : {}) };
}

/** Of the link in the question. */
async function statusToken(app: TestApp): Promise<string> {
  const [mail] = await app.db.read.select().from(outbox).where(eq(outbox.emailType, 'case_inquiry'));
  const content = mail && (await renderQueuedMail(app.context, mail));
  return content?.html.match(/\/status\/([\w-]{43})"/)?.[1] ?? '';
}

/** So many openings that staff are told. */
async function openMany({ db, clock }: TestApp, staff: Staff) {
  const times = { createdAt: clock.now, updatedAt: clock.now };
  const rows = Array.from({ length: 121 }, () => ({ id: crypto.randomUUID(), ...times }));
  await db.write((tx) => tx.insert(applications).values(rows));
  for (const { id } of rows) await staff.ask('GET', href(api.details, { id }));
}

/** One of two persons of a draft erases their part, and the other one is told. */
async function erasePart(app: TestApp, person: Applicant) {
  const email = `y${address}`;
  const policyholder = { ...person['policyholder-info'], email };
  await createVisitor(app).fill({ ...person, 'policyholder-info': policyholder });
  expect((await erase(app, await tokenFor(app, email))).status).toBe(200);
}

/** Somebody applies for the owner of another address, who is asked to confirm. */
async function applyForAnother(app: TestApp, person: Applicant) {
  const policyholder = { ...person['policyholder-info'], email: `w${address}` };
  const visitor = createVisitor(app);
  await visitor.fill({ ...person, 'policyholder-info': policyholder });
  expect((await visitor.complete()).status).toBe(200);
}

/** A stranger who knows the id replaces the contact's address, and the old one is told. */
async function replaceContact(app: TestApp, person: Applicant) {
  const { id, save } = createVisitor(app);
  await save('contact-data', person['contact-data']);
  await createVisitor(app, id).save('contact-data', { ...person['contact-data'], email: `z${address}` });
}

/** What a caller says, and what an offer is asked for with. */
async function beginBefore(app: TestApp) {
  const { contact, horse } = newPreparation('2026-11-20').properties;
  const values = {
    contact: { ...hostile(contact as TObject, caller), email: address },
    horse: hostile(horse as TObject, {}),
  };
  const { applicationId } = await addPreparation(app, { email: address, values });
  await queueAbout(app, 'application_prepared', { applicationId });
  const { id: offerId } = await addOffer(app, { email: address, source: canaries[0] });
  await queueAbout(app, 'offer_requested', { offerId });
  await queueAbout(app, 'offer_ending', { offerId });
}

// each round gives each field another word
test.each([0, 3, 6])('no mail of any kind repeats what a stranger typed, from word %d', async (first) => {
  turn = first;
  const { app, lukas } = await openOffice({ now: testNow, draw: drawNothing });
  const { mails, readNew } = createReader(app);
  const post = async (path: string, body: object) =>
    expect((await app.ask('POST', path, { body })).status).toBeWithin(200, 203);

  const id = await apply(app, lukas, hostilePerson(), readNew);
  const source = `?source=${encodeURIComponent(canaries[0] ?? '')}`;
  await post(`${api.callbackRequests}${source}`, { ...hostile(callbackRequest, wish), email: address });
  const withdrawn = hostile(withdrawalRequest, { ...declaration, contract: '' });
  await post(api.withdrawals, { ...withdrawn, email: address });
  // from another address, so that the contact is told
  await post(api.withdrawals, { ...withdrawn, email: `x${address}`, contract: id });
  await post(api.privacyRequests, { email: address });
  await openMany(app, lukas);
  await readNew();
  await applyForAnother(app, hostilePerson());
  await readNew();
  await erasePart(app, hostilePerson());
  await replaceContact(app, hostilePerson());
  await beginBefore(app);
  // not by a call: their account has no address
  await app.db.write((tx) => tx.update(users).set({ digest: true, email: 'lukas@sattelfest.example' }));
  await createDigest(app.context)();
  await readNew();

  expect(used).toEqual(new Set([...canaries, lure]));
  expect(new Set(mails.map(({ type }) => type))).toEqual(new Set(emailTypes));
  const ours = JSON.stringify(app.context.operator);
  const isOurs = (link: string) => link.startsWith(site) || ours.includes(link.replace('mailto:', ''));
  for (const { type, words } of mails) {
    expect({ type, sung: words.match(sung) }).toEqual({ type, sung: null });
    const links = words.match(/(?<=href=")[^"]+|https?:\/\/[^\s"<]+|www\.[^\s"<]+/g) ?? [];
    expect(links.filter((link) => !isOurs(link))).toEqual([]);
  }
});

const inAnyPlace = (words: string) => ({
  text: mailable(words),
  name: mailableName(words),
  person: personName(words),
  phone: mailablePhone(words),
  phoneBehind: mailablePhone(`0341 9627 ${words}`),
  email: mailableEmail(words),
  greeting: greetingOf({ ...johanna['contact-data'], lastName: words }),
  isPlainName: isPlainName(words),
});
const given = { text: asGiven, name: asGiven, phone: asGiven, phoneBehind: asGiven, email: asGiven };
const nowhere = { ...given, person: 'eine Person', greeting: neutral, isPlainName: false };

test.each([...canaries, shortest])('in no place is „%s“ repeated', (canary) => {
  expect(inAnyPlace(canary)).toEqual(nowhere);
});

test('a phone number in a name is not repeated', () => {
  expect(inAnyPlace(lure)).toEqual({ ...nowhere, text: lure });
});
