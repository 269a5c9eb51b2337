/** Files of the insurer come in: what is refused, what is answered, and what is stored of them. */
// ASVS 5.1.1
import { describe, expect, test } from 'bun:test';
import { returnFiles, returnMappings, returnRows } from '#db/schema/insurer';
import { idTaken } from '#domain/fields';
import { previewRows, returnTypes } from '#domain/insurer/answers';
import { api, href } from '#domain/urls';
import { storeReturn } from '#server/features/backoffice/insurer/routes';
import { rowsOf } from '#tests/support/stored';
import { deedsOf, setOffice } from '../staff';
import { deskOf, fileOf } from './desk';

const office = setOffice();
const desk = deskOf(office);
const unique = () => fileOf([[crypto.randomUUID(), 'VS-1', 'policiert', 'Grünes Feld']]);

describe('a file', () => {
  test('is answered with its columns and its first rows', async () => {
    const id = crypto.randomUUID();
    const rows = Array.from({ length: previewRows + 5 }, (_, index) => [`r-${id}-${index}`] as [string]);
    const type = 'text/csv; charset=utf-8';
    const { status, body } = await desk.upload(fileOf(rows, ['Antrag']), { id, type });
    const preview = { columns: ['Antrag'], rows: rows.slice(0, previewRows), mapping: null, sameAs: null };
    expect([status, body]).toEqual([201, { id, ...preview }]);
    expect(await deedsOf(office.app, id)).toEqual(['lukas.weber return_uploaded']);
  });

  test('is opened again later, with its day of deletion', async () => {
    const { body } = await desk.upload(unique(), { name: 'Mai Ü.csv' });
    const opened = await office.antje.ask('GET', href(api.return, { id: String(body.id) }));
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(opened.body).toEqual({
      ...{ ...body, name: 'Mai Ü.csv', sha256, at: '2026-11-20T09:00:00.000Z', username: 'lukas.weber' },
      ...{ rowCount: 1, changed: 0, appliedAt: null, contentUntil: '2026-12-20' },
    });
  });

  test('with the bytes of earlier ones names the newest of them', async () => {
    const content = unique();
    const first = await desk.upload(content);
    const second = await desk.upload(content, { name: 'other.csv' });
    const third = await desk.upload(content);
    const named = [first, second, third].map(({ body }) => body.sameAs);
    expect(named).toEqual([null, first.body.id, second.body.id]);
    const again = await desk.upload(content, { id: String(first.body.id) });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('ten times at once is stored once', async () => {
    const [id, content] = [crypto.randomUUID(), unique()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.upload(content, { id })));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    // and never with another content
    expect(await desk.upload(unique(), { id })).toMatchObject({ status: 409, body: { message: idTaken } });
    expect(await deedsOf(office.app, id)).toHaveLength(1);
  });

  // ASVS 5.3.1
  test('lies in the database without a readable word', async () => {
    const { body } = await desk.upload(fileOf([['geheim-1']], ['Geheime Spalte']));
    const id = String(body.id);
    const files = (await rowsOf(office.app, returnFiles)).filter((file) => file.id === id);
    const rows = (await rowsOf(office.app, returnRows)).filter(({ returnId }) => returnId === id);
    expect([files.length, rows.length]).toEqual([1, 1]);
    expect(JSON.stringify([files, rows])).not.toMatch(/geheim/i);
  });

  test('of the drop folder has no account, and the product in the audit log', async () => {
    const id = crypto.randomUUID();
    const bytes = new TextEncoder().encode(unique());
    expect(await storeReturn(office.app.context, { id, name: 'x.csv', bytes, actor: null })).toEqual({ id });
    const opened = await office.lukas.ask('GET', href(api.return, { id }));
    expect(opened.body.username).toBeNull();
    expect(await deedsOf(office.app, id)).toEqual(['System return_uploaded']);
  });
});

describe('refused is', () => {
  test.each([
    ['id', ''],
    ['id', 'x'],
    ['name', ' '],
    ['name', 'x'.repeat(201)],
    ['name', 'a\nb'],
  ])('as %s: %p', async (path, value) => {
    const { status, body } = await desk.upload(unique(), { [path]: value });
    expect([status, (body.errors as { path: string }[]).map((one) => one.path)]).toEqual([422, [path]]);
  });

  test.each(['application/json', 'application/octet-stream', 'text/plain', 'text/csvx', ''])(
    'the type %p',
    async (type) => {
      expect((await desk.upload(unique(), { type })).status).toBe(415);
    },
  );

  // ASVS 5.2.1–5.2.3
  test('a file of more than 2 MiB', async () => {
    expect((await desk.upload(`${'a\n'.repeat(1024 * 1024)}x`)).status).toBe(413);
  });

  test('what cannot be read, with the reason', async () => {
    const bytes = new Uint8Array([0, 1, 2, 3, 0, 0]);
    const { status, body } = await desk.upload(bytes, { type: returnTypes.xlsx });
    expect([status, body.errors]).toEqual([422, [{ path: 'body', message: expect.stringMatching(/\.$/) }]]);
  });
});

describe('the meanings of the columns', () => {
  test('are remembered by their names, in any order and spelling', async () => {
    const rows = [['x', 'VS-1']] as [string, string][];
    const { body } = await desk.upload(fileOf(rows, ['Vertrags-ID', 'Nummer Ü']));
    const meanings = { reference: 'Vertrags-ID', policyNumber: 'Nummer Ü' };
    expect((await desk.match(String(body.id), meanings)).status).toBe(200);
    const known = async (...columns: string[]) => (await desk.upload(fileOf(rows, columns))).body.mapping;
    const spelled = { reference: 'VERTRAGS-ID', policyNumber: 'nummer ü' };
    expect(await known('nummer ü', 'VERTRAGS-ID')).toEqual(spelled);
    expect(await known('Vertrags-ID', 'Nummer')).toBeNull();
    // the last ones count
    await desk.match(String(body.id), { reference: 'Nummer Ü' });
    expect(await known('Vertrags-ID', 'Nummer Ü')).toEqual({ reference: 'Nummer Ü' });
  });

  test('of a file without a header are not remembered, and no name of a column is', async () => {
    const first = ['SF-20261120-7KQ4M2XW9C', 'Johanna Sommer', 'policiert'];
    const { body } = await desk.upload(fileOf([['x', 'y', 'z']], first));
    expect(body.columns).toEqual(first);
    await desk.match(String(body.id), { reference: first[0], status: first[2] });
    expect((await desk.upload(fileOf([['a', 'b', 'c']], first))).body.mapping).toBeNull();
    const kept = await rowsOf(office.app, returnMappings);
    expect(kept.flatMap(({ mapping }) => Object.values(mapping)).every(Number.isInteger)).toBe(true);
  });
});
