/** `GET /api/backoffice/launch-check`: the state of the site, for administrators. */
import { describe, expect, test } from 'bun:test';
import { documents } from '#db/schema';
import { type DocumentKind, documentKinds } from '#domain/documents';
import { api } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { filled } from '#tests/support/operator';
import { openOffice } from './staff';

type Item = { key: string; label: string; ok: boolean };

const openKeysOf = (items: Item[]) => items.filter(({ ok }) => !ok).map(({ key }) => key);

/** Stores a version of each of these documents. */
async function store(app: TestApp, kinds: readonly DocumentKind[], version: number, sample: boolean) {
  const rows = kinds.map((kind) => ({
    kind,
    version,
    sha256: `${kind} ${version}`,
    bytes: Buffer.from('%PDF-'),
    sample,
    createdAt: app.clock.now,
  }));
  await app.db.write((tx) => tx.insert(documents).values(rows));
}

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
    ]);
  });

  test('has only the second factor open, which does not exist yet, when all else is done', async () => {
    const { app, antje } = await openOffice({ operator: filled, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    app.context.publicUrl = () => 'https://hufschutz.example';
    await store(app, documentKinds, 1, false);
    const { body } = await antje.ask('GET', api.launchCheck);
    expect(openKeysOf(body.items as Item[])).toEqual(['second_factor']);
  });

  test('looks at the newest version of each document', async () => {
    const { app, antje } = await openOffice({ operator: filled });
    const open = async () =>
      openKeysOf((await antje.ask('GET', api.launchCheck)).body.items as Item[]).filter((key) =>
        key.startsWith('document_'),
      );
    await store(app, documentKinds, 1, true);
    expect(await open()).toHaveLength(6);
    await store(app, documentKinds, 2, false);
    expect(await open()).toEqual([]);
    await store(app, ['avb'], 3, true);
    expect(await open()).toEqual(['document_avb']);
  });

  test('is refused to case handlers and strangers', async () => {
    const { app, lukas } = await openOffice();
    expect((await lukas.ask('GET', api.launchCheck)).status).toBe(403);
    expect((await app.ask('GET', api.launchCheck)).status).toBe(401);
  });
});
