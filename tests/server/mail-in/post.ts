/** An office that takes what comes back, with completed applications whose mails were sent. */
import { beforeEach } from 'bun:test';
import { eq } from 'drizzle-orm';
import { caseMessages } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import type { EmailType } from '#domain/mails/kinds';
import { api } from '#domain/urls';
import { openDesk, setDesk } from '#tests/server/features/backoffice/cases/desk';
import { type TestApp, testNow } from '#tests/support/app';
import { drawNothing } from '#tests/support/drawing';
import { type Applicant, johanna } from '#tests/support/people';
import { answerTo } from './replies';
import { failures } from './reports';

export const token = 'a-token-of-20-letters';
export const messageIdOf = (mailId: string) => `<${mailId}@sattelfest.example>`;
const options = { env: { MAIL_IN_TOKEN: token, MAIL_FROM: 'post@sattelfest.example' }, draw: drawNothing };

type Desk = ReturnType<typeof setDesk>;
type Written = Parameters<typeof answerTo>[1];
export type Post = Awaited<ReturnType<typeof postOf>>;

/** One office for all tests of a file, which gives each an application of its own, of an address of its own. */
export function setPost() {
  const desk = setDesk(options);
  beforeEach(() => {
    desk.app.clock.now = testNow;
    desk.app.logged.length = 0;
  });
  let count = 0;
  const open = (person = withAddress(`johanna${count++}@mail.example`)) => postOf(desk, person);
  return { app: desk.app, open, office: () => desk.lukas, deliver: (raw: string) => deliver(desk.app, raw) };
}

export async function openPost(person: Applicant = johanna) {
  return await postOf(await openDesk(options), person);
}

/** Johanna with another address, as the contact and the policyholder. */
export function withAddress(email: string, holder: object = {}): Applicant {
  return {
    ...johanna,
    'contact-data': { ...johanna['contact-data'], email },
    'policyholder-info': { ...johanna['policyholder-info'], email, ...holder },
  };
}

async function postOf(desk: Desk, person: Applicant) {
  const { app } = desk;
  const id = await desk.open(person);
  await app.outbox.runOnce();
  const address = person['contact-data'].email;
  const mails = async (emailType?: EmailType) =>
    (await app.db.read.select().from(outbox).where(eq(outbox.applicationId, id))).filter(
      (one) => one.emailType === (emailType ?? one.emailType),
    );
  const mailOf = async (emailType: EmailType) => {
    const mail = (await mails(emailType)).at(-1);
    if (!mail) throw new Error(`There is no mail ${emailType}`);
    return mail;
  };
  const hand = (raw: string | Uint8Array<ArrayBuffer>) => deliver(app, raw);
  return {
    ...desk,
    id,
    address,
    mails,
    mailOf,
    deliver: hand,
    /** Asks something; returns the mail, which was sent. */
    async ask() {
      const message = { id: crypto.randomUUID(), subject: 'Eine Frage', body: 'Ist das Pferd gesund?' };
      const { status } = await desk.change(id, { status: 'inquiry', message });
      if (status !== 200) throw new Error(`The message was answered with ${status}`);
      await app.outbox.runOnce();
      return await mailOf('case_inquiry');
    },
    messages: () => app.db.read.select().from(caseMessages).where(eq(caseMessages.applicationId, id)),
    /** An answer by the contact to this mail. */
    answer: (mailId: string, written: Written = {}) =>
      hand(answerTo(messageIdOf(mailId), { from: address, ...written })),
    /** This mail comes back. */
    comeBack: (mailId: string, write = postfix, to = address) =>
      hand(write({ messageId: messageIdOf(mailId), to })),
  };
}

const [, postfix] = failures[0] ?? ['', () => ''];

export async function deliver(app: TestApp, raw: string | Uint8Array<ArrayBuffer>, headers = {}) {
  const bearer = { authorization: `Bearer ${token}` };
  const { status } = await app.ask('POST', api.mailIn, {
    raw,
    type: 'message/rfc822',
    headers: { ...bearer, ...headers },
  });
  return status;
}
