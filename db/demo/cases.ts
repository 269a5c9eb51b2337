import { eq } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Role } from '#domain/accounts/user';
import { nationwide } from '#domain/calendar/working-days';
import { builtInTemplates, fillMessage, messageFactsOf } from '#domain/cases/messages';
import { type CaseStatus, isMessageStatus, type Today } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import { caseMails, emailTypes, type MailCause, mailKinds, reminderMails } from '#domain/mails/kinds';
import type { Salutation } from '#domain/people';
import type { HorseData, PolicyholderInfo } from '#domain/steps/sets';
import { dayMs, hourMs, minuteMs } from '#domain/time';
import type { SetValues } from '../applications/save';
import { changeCase } from '../cases/change';
import { addAnswer, addMessage } from '../cases/history';
import { openCase } from '../cases/open';
import type { Transaction } from '../client';
import { sha256Of } from '../hash';
import type { About, OutboxMail } from '../mails/outbox';
import type { Recipient } from '../mails/recipients';
import { markReminded } from '../mails/reminders';
import { caseEvents } from '../schema/desk';
import { outbox } from '../schema/mails';
import { users } from '../schema/staff';

/** One after the other. An answer is the applicant's. */
const lives: readonly (readonly (CaseStatus | 'answer')[])[] = [
  ['inquiry', 'answer', 'transmitted', 'issued'],
  ['declined'],
  ['in_review'],
  ['inquiry'],
  [],
  ['in_review', 'transmitted'],
  ['inquiry', 'answer'],
];

type Step = { matter: Matter<{ applicationId: string }>; values: SetValues; place: number };

export async function seedCase(seeding: Seeding, matter: Step['matter'], values: SetValues): Promise<void> {
  const { 'horse-data': horse, 'contact-data': contact, 'policyholder-info': policyholder } = values;
  const { applicationId } = matter.about;
  const texts = { applicationId, contact, policyholder, horseName: horse.horseName };
  const times = { completedAt: matter.at, startsOn: horse.insuranceStartDate };
  const asked = await openCase(seeding.tx, { ...texts, ...times }, dayOf(matter.at));
  if (asked) await seedMails(seeding, 'confirmation_asked', matter);
  const life = pick(lives, Math.floor(matter.index / 3));
  for (const [place, step] of life.entries()) {
    const at = Math.min(matter.at + (place + 1) * 3 * hourMs, seeding.now - (life.length - place) * minuteMs);
    const next = { matter: { ...matter, at }, values, place };
    if (step === 'answer') await seedAnswer(seeding, next);
    else await seedStep(seeding, next, step);
  }
}

async function seedStep(seeding: Seeding, { matter, values, place }: Step, status: CaseStatus) {
  const { about, at, index } = matter;
  const template = builtInTemplates.find((one) => one.status === status);
  const { actor, assigneeId } = await memberOf(seeding, index);
  const eventId = idOf('1', index * 10 + place);
  const reason = status === 'declined' ? 'Das Pferd ist älter als im Antrag angegeben.' : undefined;
  const policyNumber = status === 'issued' ? `OP-2026-${String(1000 + index)}` : undefined;
  const outcome = { status, reason, policyNumber, hasMessage: template !== undefined, assigneeId };
  const deed = { tx: seeding.tx, at, ...dayOf(at), actor, eventId };
  const change = { version: null, ...outcome, reads: true } as const;
  const { kind } = await changeCase(deed, about.applicationId, change);
  if (status === 'in_review') {
    const { username, id: actorId } = actor;
    const written = { kind: 'note', actor: username, actorId, at, text: note } as const;
    await seeding.tx.insert(caseEvents).values({ id: idOf('3', index), ...about, ...written });
  }
  if (kind !== 'changed' || !template || !isMessageStatus(status)) return;
  const filled = fillMessage(template, messageFactsOf(about.applicationId, values));
  const message = { id: eventId, ...about, status, ...filled, username: actor.username, at };
  await addMessage(seeding.tx, message);
  const mail = { about: { ...about, caseMessageId: eventId }, index, at };
  await seedMails(seeding, caseMails[status], mail);
}

async function seedAnswer(seeding: Seeding, { matter, place }: Step) {
  const { about, at, index } = matter;
  const day = dayOf(at);
  const answerId = idOf('2', index * 10 + place);
  const deed = { tx: seeding.tx, at, ...day, actor: null, eventId: answerId };
  const came = { kind: 'answer', text: answer } as const;
  const change = { version: null, status: 'in_review', followUpOn: day.today, came } as const;
  await changeCase(deed, about.applicationId, change);
  const messageId = idOf('1', index * 10 + place - 1);
  await addAnswer(seeding.tx, messageId, { answerId, answer, answeredAt: at });
  await seedMails(seeding, 'case_answered', { about: { ...about, caseMessageId: messageId }, index, at });
}

export function dayOf(at: number): Today {
  return { today: berlinDay(new Date(at)), calendar: nationwide };
}

/** Who works on the case. Without accounts, as in a test, it stays unassigned and its history has the name all the same. */
async function memberOf({ tx }: Seeding, index: number) {
  const { username } = pick(staff, Math.floor(index / 3));
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.username, username));
  return { actor: { id: user?.id ?? idOf('a', 0), username }, assigneeId: user?.id };
}

/** Worded, to the visitor or to these. Only the server has the words. */
export type QueueMails = (
  tx: Transaction,
  cause: MailCause,
  about: About,
  to?: readonly Recipient[],
) => Promise<OutboxMail[]>;

export type Seeding = { tx: Transaction; queue: QueueMails; now: number };
/** The `index`th of its kind, last changed at `at`. */
export type Matter<Of = About> = { about: Of; index: number; at: number };

const reminders = [
  { type: 'first', afterMs: dayMs },
  { type: 'second', afterMs: 72 * hourMs },
] as const;
const refusals = [
  '550: 5.1.1 Mailbox unavailable',
  '552: 5.2.2 Mailbox full',
  'ETIMEDOUT: Der Mailserver hat nicht rechtzeitig geantwortet.',
];

export async function seedMails(
  { tx, queue }: Pick<Seeding, 'tx' | 'queue'>,
  cause: MailCause,
  { about, index, at }: Matter,
  to?: readonly Recipient[],
): Promise<void> {
  for (const { id, emailType, subject } of await queue(tx, cause, about, to)) {
    const refused = mailKinds[emailType].to === 'visitor' && index % 4 === 1;
    await tx
      .update(outbox)
      .set({
        id: idOf('c', index * emailTypes.length + emailTypes.indexOf(emailType)),
        subject,
        status: refused ? 'failed' : 'sent',
        error: refused ? pick(refusals, Math.floor(index / 4)) : null,
        attempts: 1,
        createdAt: at,
        nextAttemptAt: at,
        attemptedAt: at + 2000,
      })
      .where(eq(outbox.id, id));
  }
}

export async function seedReminders(seeding: Seeding, matter: Matter<{ applicationId: string }>) {
  for (const { type, afterMs } of reminders) {
    const at = matter.at + afterMs;
    if (at > seeding.now) return;
    await seedMails(seeding, reminderMails[type], { ...matter, at });
    await markReminded(seeding.tx, [matter.about.applicationId], type, at);
  }
}

// Invented people, horses and bank accounts of the demo data. Addresses end in `.example`.

type Owner = Omit<PolicyholderInfo, 'email' | 'phone'>;
type Horse = Omit<HorseData, 'insuranceStartDate' | 'requirementsConsent'>;

export const staff: { username: string; email: string; role: Role }[] = [
  { username: 'antje.brandt', email: 'antje.brandt@sattelfest.example', role: 'admin' },
  { username: 'lukas.weber', email: 'lukas.weber@sattelfest.example', role: 'sachbearbeiter' },
  { username: 'mira.yilmaz', email: 'mira.yilmaz@sattelfest.example', role: 'sachbearbeiter' },
];

export const owners: Owner[] = [
  owner('mrs', 'Johanna', 'Sommer', '1984-09-30', 'Lindenallee', '12a', '14193', 'Berlin'),
  owner('mr', 'Henning', 'Petersen', '1971-02-14', 'Deichstraße', '3', '25746', 'Heide'),
  owner('mrs', 'Ayşe', 'Kaya', '1990-06-01', 'Rosenweg', '8', '50668', 'Köln'),
  owner('diverse', 'Robin', 'Falkner', '1996-12-24', 'Am Anger', '27', '99084', 'Erfurt'),
  owner('mr', 'Götz', 'von der Heyde', '1958-03-29', 'Schlosshof', '1', '49074', 'Osnabrück'),
  owner('mrs', 'Márta', 'Großmann', '1979-11-11', 'Weinbergstraße', '44', '97070', 'Würzburg'),
  owner('mrs', 'Lena', 'Übelacker', '2001-04-18', 'Moosstraße', '5', '83022', 'Rosenheim'),
  owner('mr', 'Jürgen', 'Nowak', '1966-08-07', 'Bergmannsring', '19', '45127', 'Essen'),
  owner('mrs', 'Charlotte', 'Ernst-Wiese', '1988-01-02', 'Hofstelle', '2', '21335', 'Lüneburg'),
  owner('mr', 'Piotr', 'Zieliński', '1993-05-25', 'Oderstraße', '61', '15230', 'Frankfurt (Oder)'),
];

export const horses: Horse[] = [
  {
    horseName: 'Fjölnir vom Lindenhof',
    birthDate: '2017-04-12',
    gender: 'gelding',
    chipNumber: 'DE 481810012317',
  },
  { horseName: 'Donnerwetter', birthDate: '2011-03-02', gender: 'stallion' },
  { horseName: 'Amélie', birthDate: '2020-05-19', gender: 'mare', chipNumber: '276020000123456' },
  { horseName: 'Kleiner Onkel', birthDate: '2008-06-30', gender: 'gelding' },
  { horseName: 'Süße Nele', birthDate: '2015-02-27', gender: 'mare', chipNumber: 'DE 441410098714' },
  { horseName: 'Prinz Eisenherz', birthDate: '2022-04-05', gender: 'stallion' },
  { horseName: "Sjórn's Glæta", birthDate: '2013-07-21', gender: 'mare', chipNumber: 'IS2013258160' },
];

/** Accounts from the documentation of banks and standards; they belong to nobody. */
export const accounts: { iban: string; bic: string; bankName: string }[] = [
  { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bankName: 'Commerzbank' },
  { iban: 'DE48100100100000138301', bic: 'PBNKDEFFXXX', bankName: 'Postbank Ndl der Deutsche Bank' },
  { iban: 'AT611904300234573201', bic: 'BKAUATWWXXX', bankName: 'Bank Austria' },
  { iban: 'NL91ABNA0417164300', bic: 'ABNANL2AXXX', bankName: 'ABN AMRO' },
];

export const preferredTimes = ['vormittags', 'nach 17 Uhr', 'Montag oder Mittwoch, 12 bis 13 Uhr', null];
export const sources = ['website', 'newsletter', 'messe-equitana', 'website', 'stall-mueller'];
export const messages = [
  null,
  'Mein Pferd hatte 2023 eine Kolik, die ohne Operation verging. Kann ich es trotzdem versichern?',
  'Ich habe drei Ponys. Gibt es dafür einen gemeinsamen Vertrag?',
];

export function emailOf({ firstName, lastName }: Owner): string {
  const plain = `${firstName}.${lastName}`.normalize('NFD').replace(/[^A-Za-z.]/g, '');
  return `${plain.toLowerCase()}@post.example`;
}

export const advice = {
  wishes:
    'Das Pferd geht regelmäßig ins Gelände.\nVor allem die Kosten einer Kolikoperation sollen gedeckt sein, der Beitrag soll 60 € im Monat nicht übersteigen.',
  advice:
    'Die drei Tarife wurden verglichen. Im Basis-OP-Schutz bleibt bei einer Kolik viel selbst zu zahlen.\nEmpfohlen wurde der Top-OP-Schutz.',
};

const answer = 'Guten Tag,\n\ndas Pferd ist gesund. Im Frühjahr war nur die übliche Impfung.';

const note = 'Am Telefon: möchte am liebsten nachmittags angerufen werden.\nPferdepass liegt vor.';

/** Application (a), data set (b), mail (c), callback (d), advice (e), withdrawal (f), message (1), answer (2), note (3), preparation (4), offer (5). */
export function idOf(kind: 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | '1' | '2' | '3' | '4' | '5', index: number) {
  const start = sha256Of(`${kind} ${index}`).slice(0, 8);
  return `${start}-${kind}000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** Whether it was not there yet: a second run adds nothing. */
export async function isAdded<Table extends SQLiteTable & { id: SQLiteColumn }>(
  { tx }: Pick<Seeding, 'tx'>,
  table: Table,
  values: Table['$inferInsert'],
): Promise<boolean> {
  const added = await tx.insert(table).values(values).onConflictDoNothing().returning({ id: table.id });
  return added.length > 0;
}

export function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('The cast is empty.');
  return found;
}

/** A number from the block that the Bundesnetzagentur reserves for fiction. */
export function phoneOf(index: number): string {
  return `030 23125 ${String(100 + index)}`;
}

function owner(
  salutation: Salutation,
  firstName: string,
  lastName: string,
  birthDate: string,
  street: string,
  houseNumber: string,
  zipCode: string,
  city: string,
): Owner {
  return { salutation, firstName, lastName, birthDate, street, houseNumber, zipCode, city };
}
