/** Nobody fills a stranger's mailbox: the limits of an address hold together, and deleting resets none. */
// ASVS 2.1.3, 2.3.2
import { describe, expect, test } from 'bun:test';
import { forgetDeletedMails } from '#db/mails/caps';
import { deletedMails, outbox } from '#db/schema/mails';
import { mostMailsADay } from '#domain/mails/kinds';
import { api, href } from '#domain/urls';
import { queueDueReminders } from '#server/jobs/jobs';
import { erase, tokenFor } from '#tests/server/features/privacy/person';
import { consenting } from '#tests/server/jobs/reminder-case';
import { startApp, type TestApp } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';

const hour = 3_600_000;
const day = 24 * hour;
const { email } = johanna['contact-data'];
const victim = consenting(johanna);

const limited = () => startApp({ env: { RATE_LIMIT: 'on' } });

/** So that only the limits of addresses are reached, not those of clients. */
const wait = (app: TestApp, ms = 61_000) => {
  app.clock.now += ms;
};

const queued = async ({ db }: TestApp, type?: string) =>
  (await db.read.select().from(outbox)).filter(
    ({ emailType, recipientEmail }) => recipientEmail === email && (!type || emailType === type),
  );

/** Begins an application with the victim's address, and has its documents and a link sent. */
async function hit(app: TestApp) {
  const visitor = createVisitor(app);
  const { id } = visitor;
  await visitor.fill(victim);
  expect((await visitor.send('PUT', href(api.disclosedDocuments, { id }), {})).status).toBe(200);
  await visitor.send('POST', href(api.accessLink, { id }), {});
  return visitor;
}

/** The same, and then it is deleted. */
async function hitAndRun(app: TestApp): Promise<{ documents: number; links: number }> {
  const visitor = await hit(app);
  const { id } = visitor;
  const sent = {
    documents: (await queued(app, 'documents')).length,
    links: (await queued(app, 'access_link')).length,
  };
  expect((await visitor.send('DELETE', href(api.application, { id }))).status).toBe(200);
  wait(app, hour);
  return sent;
}

describe('deleting an application', () => {
  test('resets no limit of an address', async () => {
    const app = await limited();
    const sent = [];
    for (let count = 0; count < 5; count += 1) sent.push(await hitAndRun(app));
    const three = { documents: 1, links: 1 };
    const none = { documents: 0, links: 0 };
    expect(sent).toEqual([three, three, three, none, none]);
    expect(JSON.stringify(await app.db.read.select().from(deletedMails))).not.toContain(email);
    app.clock.now += day + 1;
    expect(await hitAndRun(app)).toEqual(three);
  });

  test('resets no limit of an address either when the person erases everything', async () => {
    const app = await limited();
    for (let count = 0; count < 3; count += 1) {
      await hit(app);
      wait(app, hour);
    }
    expect(await queued(app, 'documents')).toHaveLength(3);
    expect((await erase(app, await tokenFor(app, email))).status).toBe(200);
    expect(await queued(app)).toEqual([]);
    wait(app);
    expect(await hitAndRun(app)).toEqual({ documents: 0, links: 0 });
  });

  test('resets no limit of the reminders, and what no longer counts is forgotten after a week', async () => {
    const app = await limited();
    const remind = async () => {
      const visitor = createVisitor(app);
      await visitor.save('contact-data', victim['contact-data']);
      app.clock.now += day;
      await queueDueReminders(app.context);
      const count = (await queued(app, 'reminder_first')).length;
      await visitor.send('DELETE', href(api.application, { id: visitor.id }));
      return count;
    };
    expect([await remind(), await remind(), await remind()]).toEqual([1, 1, 0]);
    expect(await app.db.read.select().from(deletedMails)).toHaveLength(2);
    app.clock.now += 7 * day;
    expect(await forgetDeletedMails(app.db, app.clock.now)).toBe(2);
    expect(await remind()).toBe(1);
  });
});

test('a mailbox gets two reminders a week, however its address is spelled and whatever is deleted', async () => {
  const app = await limited();
  for (const tag of ['', '+a', '+b', '+c.d']) {
    const visitor = createVisitor(app);
    const spelled = email.replace('@', `${tag}@`);
    await visitor.save('contact-data', { ...victim['contact-data'], email: spelled });
    app.clock.now += day;
    await queueDueReminders(app.context);
    const reminded = (await app.db.read.select().from(outbox)).filter(
      ({ applicationId }) => applicationId === visitor.id,
    );
    expect(reminded).toHaveLength(tag === '' || tag === '+a' ? 1 : 0);
    if (tag === '') await visitor.send('DELETE', href(api.application, { id: visitor.id }));
  }
});

test('all limits together let an address get 25 mails a day, and receipts of withdrawals besides', async () => {
  const app = await limited();
  const first = createVisitor(app);
  await first.fill(victim);
  await first.complete();
  for (let count = 0; count < 12; count += 1) {
    wait(app);
    const { body } = await first.send('POST', href(api.anotherHorse, { id: first.id }), {});
    const next = createVisitor(app, String(body.id));
    await next.fill(victim);
    await next.send('PUT', href(api.disclosedDocuments, { id: next.id }), {});
    await next.complete();
  }
  for (let count = 0; count < 6; count += 1) {
    wait(app);
    const body = { name: 'Johanna Sommer', email, contract: `K-${count}` };
    await app.ask('POST', api.withdrawals, { body });
    await app.ask('POST', api.privacyRequests, { body: { email } });
    await app.ask('POST', api.callbackRequests, {
      body: { name: 'Johanna Sommer', phone: '030 5', email, dataProcessingConsent: true },
    });
  }
  // the law asks for receipts
  expect(await queued(app, 'withdrawal_receipt')).toHaveLength(5);
  expect((await queued(app)).length).toBe(mostMailsADay + 5);
});

test('callback requests that others typed keep back no copy of an application, and the cap stays three beyond it', async () => {
  const app = await limited();
  for (const tag of ['', '+a', '+b', '+c'])
    await app.ask('POST', api.callbackRequests, {
      body: {
        ...{ name: 'Johanna Sommer', phone: '030 5', dataProcessingConsent: true },
        email: email.replace('@', `${tag}@`),
      },
    });
  for (let count = 0; count < 2; count += 1) {
    wait(app);
    const customer = createVisitor(app);
    await customer.fill(victim);
    await customer.complete();
  }
  const types = (await app.db.read.select().from(outbox)).map(({ emailType }) => emailType);
  expect(types.filter((type) => type === 'callback_confirmation')).toHaveLength(3);
  expect(types.filter((type) => type === 'completion')).toHaveLength(1);
});
