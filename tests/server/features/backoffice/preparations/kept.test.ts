/** How long an application is kept that staff have prepared. */
import { expect, test } from 'bun:test';
import { deleteExpiredLinks } from '#db/links';
import { api, href } from '#domain/urls';
import { deleteWhatIsOver } from '#server/jobs/retention';
import type { TestApp } from '#tests/support/app';
import { createVisitor } from '#tests/support/people';
import { rare, tracesOf } from '#tests/support/traces';
import { openOffice } from '../staff';
import { dictated, prepare } from './call';

const day = 24 * 3_600_000;

async function prepared(env: Record<string, string> = {}) {
  const office = await openOffice({ env });
  const contact = { ...dictated.contact, firstName: 'Holunderblüte', email: rare['contact-data'].email };
  const { id, applicationId } = await prepare(office.lukas, { contact, horse: undefined });
  return { ...office, id, begun: office.app.clock.now, customer: createVisitor(office.app, applicationId) };
}

async function expectKeptUntil({ clock, context }: TestApp, kind: string, last: number) {
  clock.now = last;
  expect(await deleteWhatIsOver(context)).toEqual({});
  clock.now = last + 1;
  expect(await deleteWhatIsOver(context)).toEqual({ [kind]: 1 });
}

test('one that nobody began is kept until 30 days after the end of its link', async () => {
  const { app, lukas, customer, begun } = await prepared();
  await app.outbox.runOnce();
  await deleteExpiredLinks(app.db, begun + 15 * day);
  await expectKeptUntil(app, 'preparations', begun + 44 * day);
  expect((await customer.application()).status).toBe(404);
  expect((await lukas.ask('GET', api.preparations)).body.total).toBe(0);
  expect(await tracesOf(app)).toEqual([]);
});

test('it is kept longer if staff invite again, or something without a contact is saved', async () => {
  const { app, lukas, customer, begun, id } = await prepared();
  app.clock.now = begun + 20 * day;
  await lukas.ask('POST', href(api.invitePreparation, { id }));
  app.clock.now = begun + 44 * day + 1;
  expect(await deleteWhatIsOver(app.context)).toEqual({});
  app.clock.now = begun + 60 * day;
  await customer.save('horse-data', { ...rare['horse-data'], insuranceStartDate: '2027-06-01' });
  await expectKeptUntil(app, 'preparations', begun + 90 * day);
});

test('one with a contact is kept as other open ones are', async () => {
  const { app, customer, begun } = await prepared();
  await customer.save('contact-data', rare['contact-data']);
  await expectKeptUntil(app, 'open_applications', begun + 90 * day);
});

test('with a period of 0 it is kept', async () => {
  const { app, begun } = await prepared({ RETENTION_OFFER_DAYS: '0' });
  app.clock.now = begun + 1_000 * day;
  expect(await deleteWhatIsOver(app.context)).toEqual({});
});
