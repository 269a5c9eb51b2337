// ASVS 3.3.2, 3.3.4
import { describe, expect, test } from 'bun:test';
import { sepaMandates } from '#db/schema/applications';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp, startApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { cast, createVisitor, johanna, matthias } from '#tests/support/people';
import { rowsOf } from '#tests/support/stored';

const app = setApp();

const bank = ({ iban, bic }: Record<string, unknown>) => ({ iban, bic });
const theirs = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
const hidden = { iban: '', bic: '' };

describe('the first write', () => {
  test.each(setKeys.map((key) => [key] as const))(
    'gives the browser the cookie of the author: %s',
    async (key) => {
      const response = await app.ask('POST', href(api.set(key), { id: crypto.randomUUID() }), {
        body: johanna[key],
      });
      const cookies = response.headers.getSetCookie();
      expect(cookies).toHaveLength(1);
      const [cookie = ''] = cookies;
      expect(cookie).toMatch(/;\s*HttpOnly(;|$)/i);
      expect(cookie).toMatch(/;\s*SameSite=Lax(;|$)/i);
      // too long to guess
      expect(cookie.split(/[=;]/)[1]?.length ?? 0).toBeGreaterThanOrEqual(22);
    },
  );

  test('is the only one that does', async () => {
    const visitor = createVisitor(app);
    await visitor.save('sepa-mandate', johanna['sepa-mandate']);
    const other = createVisitor(app, visitor.id);
    await other.save('contact-data', johanna['contact-data']);
    expect((await visitor.read('sepa-mandate')).body).toMatchObject(theirs);
    expect((await other.read('sepa-mandate')).body).toMatchObject(hidden);
  });
});

describe('bank data', () => {
  async function written() {
    const visitor = await filled(app);
    return { app, visitor };
  }

  test('is readable in the browser that entered it', async () => {
    const { visitor } = await written();
    const { body } = await visitor.read('sepa-mandate');
    expect(bank(body)).toEqual(theirs);
  });

  // ASVS 8.1.2, 8.2.3
  test('is masked on any other device, where everything else is readable', async () => {
    const { app, visitor } = await written();
    const other = createVisitor(app, visitor.id);
    for (const key of setKeys.filter((one) => one !== 'sepa-mandate')) {
      expect((await other.read(key)).body).toEqual((await visitor.read(key)).body);
    }
    const { status, body } = await other.read('sepa-mandate');
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...johanna['sepa-mandate'], ...hidden, ibanMasked: 'DE89…3000' });
    expect(JSON.stringify(body)).not.toMatch(/37040044|COBADEFF/);
    expect((await other.application()).body).toEqual((await visitor.application()).body);
  });

  test.each(Object.entries(cast))('is masked to the ends of the IBAN: %s', async (_, person) => {
    const visitor = await filled(app, person);
    const { iban } = person['sepa-mandate'];
    const { body } = await createVisitor(app, visitor.id).read('sepa-mandate');
    expect(body.ibanMasked).toBe(`${iban.slice(0, 4)}…${iban.slice(-4)}`);
  });

  test('is not shown for the cookie of another application or an invented one', async () => {
    const { app, visitor } = await written();
    const stranger = await filled(app, matthias);
    const thief = createVisitor(app, visitor.id, stranger.jar);
    expect((await thief.read('sepa-mandate')).body).toMatchObject(hidden);
    for (const [name, value] of visitor.jar) {
      for (const made of [
        '',
        'x',
        value.slice(1),
        `${value}x`,
        value.toUpperCase().split('').toReversed().join(''),
      ]) {
        thief.jar.set(name, made);
        expect((await thief.read('sepa-mandate')).body).toMatchObject(hidden);
      }
      thief.jar.set(name, value);
    }
    expect((await thief.read('sepa-mandate')).body).toMatchObject(theirs);
  });

  test('of two applications in one browser is readable for both', async () => {
    const { app, visitor } = await written();
    const second = createVisitor(app, undefined, visitor.jar);
    await second.fill(matthias);
    for (const [name, value] of second.jar) visitor.jar.set(name, value);
    const { iban, bic } = matthias['sepa-mandate'];
    expect((await second.read('sepa-mandate')).body).toMatchObject({ iban, bic });
    expect((await visitor.read('sepa-mandate')).body).toMatchObject(theirs);
  });

  test('can be entered again on another device', async () => {
    const { app, visitor } = await written();
    const other = createVisitor(app, visitor.id);
    expect((await other.save('sepa-mandate', matthias['sepa-mandate'])).status).toBe(200);
    const { iban, bic } = matthias['sepa-mandate'];
    expect((await other.read('sepa-mandate')).body).toMatchObject({ iban, bic });
    expect((await other.complete()).status).toBe(200);
  });
});

test('the same IBAN is stored differently in every row', async () => {
  const app = await startApp();
  for (let count = 0; count < 3; count += 1) await createVisitor(app).fill(johanna);
  const rows = await rowsOf(app, sepaMandates);
  expect(new Set(rows.map(({ iban }) => iban)).size).toBe(3);
  expect(new Set(rows.map(({ bic }) => bic)).size).toBe(3);
});
