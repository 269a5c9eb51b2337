import { describe, expect, test } from 'bun:test';
import { setKeys } from '#domain/steps/all';
import { setApp } from '#tests/support/app';
import { begun, filled } from '#tests/support/applications';
import { cast, createVisitor, johanna, matthias } from '#tests/support/people';

const app = setApp();
const bankOf = ({ iban, bic }: Record<string, unknown>) => ({ iban, bic });
const theirs = bankOf(johanna['sepa-mandate']);
const hidden = { iban: '', bic: '' };

describe('bank data', () => {
  test('is readable in the browser that entered it, and in no other that saves anything else', async () => {
    const visitor = await begun(app, ['sepa-mandate']);
    const other = createVisitor(app, visitor.id);
    await other.save('contact-data', johanna['contact-data']);
    expect(bankOf((await visitor.read('sepa-mandate')).body)).toEqual(theirs);
    expect((await other.read('sepa-mandate')).body).toMatchObject(hidden);
  });

  // ASVS 8.1.2, 8.2.3
  test.each(Object.entries(cast))(
    'is masked to the ends of the IBAN on any other device, where all else is readable: %s',
    async (_, person) => {
      const visitor = await filled(app, person);
      const other = createVisitor(app, visitor.id);
      for (const key of setKeys.filter((one) => one !== 'sepa-mandate'))
        expect((await other.read(key)).body).toEqual((await visitor.read(key)).body);
      const { iban, bic } = person['sepa-mandate'];
      const { status, body } = await other.read('sepa-mandate');
      const ibanMasked = `${iban.slice(0, 4)}…${iban.slice(-4)}`;
      expect([status, body]).toMatchObject([200, { ...person['sepa-mandate'], ...hidden, ibanMasked }]);
      for (const part of [iban.slice(4, -4), bic]) expect(JSON.stringify(body)).not.toContain(part);
      expect((await other.application()).body).toEqual((await visitor.application()).body);
    },
  );

  test('is not shown for the cookie of another application or an invented one', async () => {
    const [visitor, stranger] = [await filled(app), await filled(app, matthias)];
    const thief = createVisitor(app, visitor.id, stranger.jar);
    expect((await thief.read('sepa-mandate')).body).toMatchObject(hidden);
    for (const [name, value] of visitor.jar) {
      const turned = value.toUpperCase().split('').toReversed().join('');
      for (const made of ['', 'x', value.slice(1), `${value}x`, turned]) {
        thief.jar.set(name, made);
        expect((await thief.read('sepa-mandate')).body).toMatchObject(hidden);
      }
      thief.jar.set(name, value);
    }
    expect((await thief.read('sepa-mandate')).body).toMatchObject(theirs);
  });

  test('of two applications in one browser is readable for both', async () => {
    const visitor = await filled(app);
    const second = createVisitor(app, undefined, visitor.jar);
    await second.fill(matthias);
    for (const [name, value] of second.jar) visitor.jar.set(name, value);
    expect((await second.read('sepa-mandate')).body).toMatchObject(bankOf(matthias['sepa-mandate']));
    expect((await visitor.read('sepa-mandate')).body).toMatchObject(theirs);
  });

  test('can be entered again on another device', async () => {
    const { id } = await filled(app);
    const other = createVisitor(app, id);
    expect((await other.save('sepa-mandate', matthias['sepa-mandate'])).status).toBe(200);
    expect((await other.read('sepa-mandate')).body).toMatchObject(bankOf(matthias['sepa-mandate']));
    expect((await other.complete()).status).toBe(200);
  });
});
