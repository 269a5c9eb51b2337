/** The page for a call: what is typed, what it costs, and how it is sent. */
import { describe, expect, test } from 'bun:test';
import { addDays } from '#domain/dates';
import { requirements } from '#domain/law/wordings';
import { expectFocus, setDocument, today } from '#tests/support/dom';
import { entryOf } from '../staff-screen';
import { born, create, gerda, openCall, sent, sentInvitations } from './open-call';

const stage = setDocument();
const settled = (check: () => void) => stage.library.waitFor(check);
const id = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('a call', () => {
  test('begins in the first field, and asks in the order of talking', async () => {
    const { screen, tick } = await openCall(stage);
    expectFocus(await screen.findByLabelText('Anrede'));
    await tick('Jemand anderes schließt den Vertrag ab');
    const names = [...document.querySelectorAll('form input, form select, form button')].map(
      (one) => one.getAttribute('name') ?? one.textContent,
    );
    const person = (group: string, ...more: string[]) =>
      ['salutation', 'firstName', 'lastName', ...more, 'email', 'phone'].map((name) => `${group}.${name}`);
    expect([...new Set(names)]).toEqual([
      ...person('contact'),
      ...['horseName', 'birthDate', 'gender', 'chipNumber', 'insuranceStartDate'].map(
        (name) => `horse.${name}`,
      ),
      ...['tariffType', 'selfParticipation', 'paymentFrequency'].map((name) => `tariff.${name}`),
      'another',
      ...person('policyholder', 'birthDate', 'street', 'houseNumber', 'zipCode', 'city'),
      'Einladung senden',
      'Verwerfen',
    ]);
    expect(document.querySelectorAll('form [autocomplete]:not([autocomplete=off])').length).toBe(0);
  });

  test('shows the six requirements to read aloud, without a box for the answers', async () => {
    const { within } = await openCall(stage);
    const part = within('Zum Vorlesen');
    for (const requirement of requirements) part.getByText(requirement);
    part.getByText(/wird nichts gespeichert/);
    expect(part.queryAllByRole('checkbox')).toEqual([]);
  });

  test('sends what was given, and empties the form for the next one', async () => {
    const shown = await openCall(stage, { [create]: sent });
    const { screen, enter, press, tick, invite } = shown;
    // what was entered and taken back is as good as nothing
    await enter({ ...gerda, 'Lebensnummer (falls vorhanden)': '276' });
    await enter({ 'Lebensnummer (falls vorhanden)': ' ' });
    await enter({ 'Name des Pferdes': 'Donna', Geburtsdatum: '2012-05-05', Geschlecht: 'mare' });
    await tick(/Top-OP-Schutz/);
    await enter({ Selbstbeteiligung: '250', Zahlweise: 'annual' });
    await tick('Jemand anderes schließt den Vertrag ab');
    await enter({ Vorname: 'Jonas', PLZ: '50668' }, 'Versicherungsnehmer');
    const note = (await invite()).closest('[role=status]');
    expect(note?.textContent).toContain(
      'An Gerda Lang, gerda@post.example. Der Link funktioniert bis 11.12.2026.',
    );
    expect(note?.textContent).toContain('Die Kundin erklärt alles selbst: Noch ist nichts beantragt.');
    expectFocus(note);
    expect(sentInvitations(shown)).toEqual([
      {
        id,
        contact: {
          salutation: 'mrs',
          firstName: 'Gerda',
          lastName: 'Lang',
          email: 'gerda@post.example',
          phone: '0251 1',
        },
        horse: { horseName: 'Donna', birthDate: '2012-05-05', gender: 'mare' },
        tariff: { tariffType: 'top', selfParticipation: 250, paymentFrequency: 'annual' },
        policyholder: { firstName: 'Jonas', zipCode: '50668' },
      },
    ]);
    for (const label of ['Vorname', 'E-Mail', 'Name des Pferdes'])
      expect(entryOf(screen.getByLabelText(label))).toBe('');
    expect(sessionStorage.getItem('staff-drafts')).not.toContain('Gerda');
    await enter(gerda);
    await press('Einladung senden');
    await settled(() => expect(sentInvitations(shown)).toHaveLength(2));
    const [first, second] = sentInvitations(shown);
    expect(second).toEqual({ id, contact: first.contact });
    expect(second.id).not.toBe(first.id);
  });

  test('names what is missing or wrong at the fields, and in a summary that takes the focus', async () => {
    const shown = await openCall(stage);
    const { screen, enter, tick, invite } = shown;
    await enter({ ...gerda, 'E-Mail': 'gerda', Geburtsdatum: addDays(today, 1) });
    await tick('Jemand anderes schließt den Vertrag ab');
    await enter({ Geburtsdatum: today }, 'Versicherungsnehmer');
    const summary = await invite('3 Angaben fehlen noch oder stimmen nicht:');
    expectFocus(summary.parentElement);
    const links = [...(summary.parentElement?.querySelectorAll('a') ?? [])];
    expect(links.map((link) => link.textContent)).toEqual([
      'E-Mail',
      'Geburtsdatum',
      'Geburtsdatum (Versicherungsnehmer)',
    ]);
    screen.getByText('Das Geburtsdatum darf nicht in der Zukunft liegen');
    await stage.library.act(async () => links[0]?.click());
    expect(document.activeElement?.getAttribute('name')).toBe('contact.email');
    await enter({ 'E-Mail': 'gerda@post.example' }, 'Person');
    screen.getByText('2 Angaben fehlen noch oder stimmen nicht:');
    expect(sentInvitations(shown)).toEqual([]);
  });

  test('shows at its field what the server alone finds wrong', async () => {
    const errors = [{ path: 'contact.email', message: 'Diese Adresse nehmen wir nicht' }];
    const { screen, enter, invite } = await openCall(stage, { [create]: { status: 422, body: { errors } } });
    await enter(gerda);
    await invite('Diese Adresse nehmen wir nicht');
    expect(screen.getByLabelText('E-Mail').getAttribute('aria-invalid')).toBe('true');
    expectFocus(screen.getByText('Eine Angabe fehlt noch oder stimmt nicht:').parentElement);
  });
});

describe('the price', () => {
  test('is there for each tariff at first, then for the chosen one, by payment and by year', async () => {
    const { screen, price, enter, tick } = await openCall(stage);
    await settled(() => expect(price()).toContain('Basis39,77'));
    expect(price()).toContain('Premium69,52');
    await tick(/Top-OP-Schutz/);
    expect(price()).toMatch(/Top-OP-Schutz48,44\s€ im Monat581,28\s€ im Jahr/);
    await enter({ Selbstbeteiligung: '1000', Zahlweise: 'annual' });
    expect(price()).toMatch(/362,76\s€ im Jahrentspricht 30,23\s€ im Monat/);
    await enter({ Geburtsdatum: born(12) });
    expect(price()).toMatch(/435,36\s€ im Jahr.*Mit 20\s% Alterszuschlag/);
    screen.getByText('12 Jahre alt');
    await tick('Noch offen');
    expect(price()).toContain('Basis');
  });

  test('stays while a year is typed digit by digit', async () => {
    const { price, enter, tick } = await openCall(stage);
    await tick(/Top-OP-Schutz/);
    await enter({ Geburtsdatum: born(20) });
    await settled(() => expect(price()).toContain('58,13'));
    for (const year of ['0002', '0020', '0201']) {
      await enter({ Geburtsdatum: `${year}-05-19` });
      expect(price()).toContain('58,13');
    }
    await enter({ Geburtsdatum: born(3) });
    expect(price()).toContain('48,44');
    await enter({ Geburtsdatum: '' });
    expect(price()).toContain('Für ein Pferd unter 12 Jahren');
  });

  test('that cannot be loaded can be loaded again, and nobody waits for it', async () => {
    const shown = await openCall(stage, { 'GET /api/tariffs': 'gone', [create]: sent });
    const { screen, enter, press, tick, price, replies, invite } = shown;
    await screen.findByText('Die Preise konnten nicht geladen werden.');
    await tick(/Top-OP-Schutz/);
    replies['GET /api/tariffs'] = { body: (await import('#domain/tariffs/catalogue')).fallbackCatalogue };
    await press('Erneut versuchen');
    await settled(() => expect(price()).toContain('48,44'));
    await enter(gerda);
    await invite();
  });
});

describe('a call that fails', () => {
  test('loses nothing, and is sent again under the same id', async () => {
    const shown = await openCall(stage, { [create]: 'gone' });
    const { screen, enter, replies, invite } = shown;
    await enter({ ...gerda, 'Name des Pferdes': 'Donna' });
    const failure = await invite(/konnte nicht gesendet werden.*nichts doppelt/);
    expectFocus(failure.parentElement);
    expect(entryOf(screen.getByLabelText('Name des Pferdes'))).toBe('Donna');
    replies[create] = sent;
    await invite();
    const [first, second] = sentInvitations(shown);
    expect(second).toEqual(first);
  });

  test.each([
    [409, 'Zu dieser Rückruf-Anfrage gibt es schon eine Einladung.'],
    [429, 'Sie haben in 24 Stunden schon 20 Einladungen gesendet.'],
  ])('with %d says why, and keeps everything', async (status, message) => {
    const { screen, enter, invite } = await openCall(stage, { [create]: { status, body: { message } } });
    await enter(gerda);
    const failure = await invite(message);
    expectFocus(failure.parentElement);
    expect(entryOf(screen.getByLabelText('E-Mail'))).toBe('gerda@post.example');
  });
});
