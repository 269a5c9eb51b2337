/** A handler deletes what was prepared. */
import { describe, expect, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { createVisitor, johanna } from '#tests/support/people';
import { openOffice } from '../staff';
import { actionsIn, follow, invitationsIn, prepare } from './call';

const hour = 3_600_000;

describe('deleting one', () => {
  test('takes application, mails and link along, and the log names both', async () => {
    const office = await openOffice();
    const { app, lukas } = office;
    const { id, applicationId } = await prepare(lukas);
    const customer = await follow(app, applicationId);
    await customer.save('horse-data', johanna['horse-data']);
    expect((await lukas.ask('DELETE', href(api.preparation, { id }))).status).toBe(200);
    expect((await customer.application()).status).toBe(404);
    expect(await invitationsIn(office.app)).toEqual([]);
    expect((await actionsIn(office.app)).slice(-2)).toEqual([
      ['lukas.weber', 'preparation_deleted', id],
      ['lukas.weber', 'application_deleted', applicationId],
    ]);
    await expect(follow(app, applicationId)).rejects.toThrow();
    // who goes on typing begins an application of their own, which nothing prefills
    await customer.save('contact-data', johanna['contact-data']);
    expect((await customer.send('GET', href(api.prefill, customer))).status).toBe(404);
    expect((await lukas.ask('GET', api.preparations)).body).toMatchObject({ preparations: [], total: 0 });
  });

  test('while the customer saves leaves no preparation', async () => {
    const { app, lukas } = await openOffice();
    const { id, applicationId } = await prepare(lukas);
    const customer = createVisitor(app, applicationId);
    const [saved, deleted] = await Promise.all([
      customer.save('horse-data', johanna['horse-data']),
      lukas.ask('DELETE', href(api.preparation, { id })),
    ]);
    expect([saved.status, deleted.status]).toEqual([201, 200]);
    expect((await lukas.ask('GET', api.preparations)).body.total).toBe(0);
    expect((await customer.send('GET', href(api.prefill, customer))).status).toBe(404);
  });

  test('is refused once it is submitted, as is another invitation', async () => {
    const { app, lukas } = await openOffice();
    const { id, applicationId } = await prepare(lukas);
    const customer = createVisitor(app, applicationId);
    await customer.fill(johanna);
    await customer.complete();
    app.clock.now += 2 * hour;
    expect((await lukas.ask('DELETE', href(api.preparation, { id }))).status).toBe(409);
    expect((await lukas.ask('POST', href(api.invitePreparation, { id }))).status).toBe(409);
  });

  test('or inviting to an unknown one is refused', async () => {
    const { lukas } = await openOffice();
    const { applicationId } = await prepare(lukas);
    for (const id of [crypto.randomUUID(), applicationId]) {
      expect((await lukas.ask('DELETE', href(api.preparation, { id }))).status).toBe(404);
      expect((await lukas.ask('POST', href(api.invitePreparation, { id }))).status).toBe(404);
    }
  });
});
