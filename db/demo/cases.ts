import { eq } from 'drizzle-orm';
import { nationwide } from '#domain/calendar/working-days';
import { builtInTemplates, fillMessage, messageFactsOf } from '#domain/cases/messages';
import { type CaseStatus, isMessageStatus, type Today } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import { caseMails } from '#domain/mails/kinds';
import { hourMs, minuteMs } from '#domain/time';
import type { SetValues } from '../applications/sets';
import { changeCase } from '../cases/change';
import { addAnswer, addMessage } from '../cases/messages';
import { openCase } from '../cases/open';
import { caseEvents } from '../schema/desk';
import { users } from '../schema/staff';
import { answer, idOf, note, staff } from './cast';
import { type Matter, type Seeding, seedMails } from './mails';

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
  const life = lives[Math.floor(matter.index / 3) % lives.length] ?? [];
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
  const outcome = { status, reason, policyNumber, hasMessage: template !== undefined };
  const { kind } = await changeCase(
    { tx: seeding.tx, at, ...dayOf(at), actor, eventId },
    about.applicationId,
    { version: null, ...outcome, assigneeId, reads: true },
  );
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
  await changeCase({ tx: seeding.tx, at, ...day, actor: null, eventId: answerId }, about.applicationId, {
    version: null,
    status: 'in_review',
    followUpOn: day.today,
    answer,
  });
  const messageId = idOf('1', index * 10 + place - 1);
  await addAnswer(seeding.tx, messageId, { answerId, answer, answeredAt: at });
  await seedMails(seeding, 'case_answered', { about: { ...about, caseMessageId: messageId }, index, at });
}

function dayOf(at: number): Today {
  return { today: berlinDay(new Date(at)), calendar: nationwide };
}

/** Who works on the case. Without accounts, as in a test, it stays unassigned and its history has the name all the same. */
async function memberOf({ tx }: Seeding, index: number) {
  const username = staff[Math.floor(index / 3) % staff.length]?.username ?? '';
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.username, username));
  return { actor: { id: user?.id ?? idOf('a', 0), username }, assigneeId: user?.id };
}
