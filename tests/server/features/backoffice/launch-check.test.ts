/** `GET /api/backoffice/launch-check`: the state of the site, for administrators. */
import { describe, expect, test } from 'bun:test';
import { secondFactors, users } from '#db/schema/staff';
import { areAdministratorsProtected } from '#db/staff/second-factors';
import { documentKinds } from '#domain/document-kinds';
import { api } from '#domain/urls';
import { givenOf } from '#tests/support/documents';
import { filled } from '#tests/support/operator';
import { hire, openOffice } from './staff';

type Item = { key: string; label: string; ok: boolean };

const openKeysOf = (items: Item[]) => items.filter(({ ok }) => !ok).map(({ key }) => key);

describe('the Startprüfung', () => {
  test('of a site that was just installed has every item open', async () => {
    const { antje } = await openOffice();
    const { status, body } = await antje.ask('GET', api.launchCheck);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['items', 'ready']);
    expect(body.ready).toBe(false);
    const items = body.items as Item[];
    for (const item of items) expect(Object.keys(item).toSorted()).toEqual(['key', 'label', 'ok']);
    expect(openKeysOf(items)).toEqual([
      'brand',
      'company',
      'insurer',
      'creditor',
      'legal',
      ...documentKinds.map((kind) => `document_${kind}`),
      'wordings',
      'testimonials',
      'smtp',
      'public_url',
      'second_factor',
      'draft_access',
    ]);
  });

  test('waits for the second factor of each administrator when all else is done', async () => {
    const given = givenOf({ produktinformationsblatt: 'ipid', avb: 'avb', verbraucherinformation: 'vi' });
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', DRAFT_ACCESS: 'browser' };
    const { app, antje } = await openOffice({ operator: filled, given, env });
    app.context.publicUrl = () => 'https://hufschutz.example';
    const open = async () => {
      const { body } = await antje.ask('GET', api.launchCheck);
      expect(body.ready).toBe(openKeysOf(body.items as Item[]).length === 0);
      return openKeysOf(body.items as Item[]);
    };
    const protect = (userId: string, confirmedAt: number | null) =>
      app.db.write((tx) => tx.insert(secondFactors).values({ userId, secret: 'sealed', confirmedAt }));
    expect(await open()).toEqual(['second_factor']);
    await protect(antje.user.id, app.clock.now);
    expect(await open()).toEqual([]);
    const kim = await hire(app, 'kim.osei', 'admin');
    expect(await open()).toEqual(['second_factor']);
    // one that is only being set up protects nothing
    await protect(kim.user.id, null);
    expect(await open()).toEqual(['second_factor']);
  });

  test('takes a site without administrators for unprotected', async () => {
    const { app, antje } = await openOffice();
    const isProtected = () => areAdministratorsProtected(app.db.read);
    const { id: userId } = antje.user;
    await app.db.write((tx) => tx.insert(secondFactors).values({ userId, secret: 'sealed', confirmedAt: 1 }));
    expect(await isProtected()).toBe(true);
    await app.db.write((tx) => tx.delete(users));
    expect(await isProtected()).toBe(false);
  });

  test('names each document that is still a sample', async () => {
    const { antje } = await openOffice({ operator: filled, given: givenOf({ avb: 'avb' }) });
    const { body } = await antje.ask('GET', api.launchCheck);
    expect(openKeysOf(body.items as Item[]).filter((key) => key.startsWith('document_'))).toEqual([
      'document_produktinformationsblatt',
      'document_verbraucherinformation',
    ]);
  });
});
