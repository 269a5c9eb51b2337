// ASVS 16.3.4
import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { api, href } from '#domain/urls';
import { startApp, type TestApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { answerOf, johanna, sentence } from '#tests/support/people';

const inner =
  /SQLITE|insert into|update "|select "|sepa_mandates|no such table|\/work\/|node_modules|\.ts:\d|stack/i;

const dropTable = (app: TestApp, name: string) =>
  app.db.write(async (tx) => {
    await tx.run(sql.raw(`drop table ${name}`));
  });

describe('an error of the server', () => {
  test('reveals nothing but an id that is also in the log', async () => {
    const app = await startApp();
    const visitor = await filled(app);
    await dropTable(app, 'sepa_mandates');
    const { status, body, headers } = await visitor.save('sepa-mandate', johanna['sepa-mandate']);
    expect(status).toBe(500);
    const id = headers.get('x-request-id') ?? '';
    expect(id).toMatch(/\S{8,}/);
    expect(body.message).toEqual(sentence);
    expect(JSON.stringify(body)).toContain(id);
    expect(JSON.stringify(body)).not.toMatch(inner);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(app.logged.join('\n')).toContain(id);
    const again = await visitor.save('sepa-mandate', johanna['sepa-mandate']);
    expect(again.headers.get('x-request-id')).not.toBe(id);
  });

  // ASVS 2.3.3
  test('leaves no half-done change', async () => {
    const app = await startApp();
    const visitor = await filled(app);
    await dropTable(app, 'outbox');
    expect((await visitor.complete()).status).toBe(500);
    expect((await visitor.application()).body.completed).toBe(false);
    expect((await visitor.read('sepa-mandate')).body).toMatchObject(johanna['sepa-mandate']);
    expect((await visitor.save('horse-data', johanna['horse-data'])).status).toBe(200);
  });
});

test('bank data that cannot be decrypted is an error and reveals nothing', async () => {
  const app = await startApp();
  const visitor = await filled(app);
  await app.db.write(async (tx) => {
    await tx.run(sql`update sepa_mandates set iban = 'AAAA', bic = 'AAAA'`);
  });
  const { status, body } = await visitor.read('sepa-mandate');
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toMatch(inner);
  const other = await answerOf(await app.ask('GET', href(api.set('contact-data'), { id: visitor.id })));
  expect(other.status).toBe(200);
});
