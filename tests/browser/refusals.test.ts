/** Refused steps: each invalid field has its message, and a summary links to the fields. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { addDays, berlinDay, monthsAfter, yearsBefore } from '#domain/dates';
import { desktop } from '#tests/support/browser';
import { atStep, control, fillContact, next, openAt } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setSharedStage();
/** Asked when it is typed, because a file may still run after midnight. */
const today = () => berlinDay(new Date());
const iban = 'Bitte geben Sie eine gültige IBAN ein';
const bic = 'Bitte geben Sie eine gültige BIC ein';
const person = {
  salutation: 'Bitte wählen Sie eine Anrede',
  firstName: 'Bitte geben Sie Ihren Vornamen ein',
  lastName: 'Bitte geben Sie Ihren Nachnamen ein',
};
const reach = {
  email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
  phone: 'Bitte geben Sie Ihre Telefonnummer ein',
};
const mandate = 'Sie müssen dem SEPA-Mandat zustimmen';

type Case = {
  name: string;
  step: number;
  /** The number of sets stored before. With fewer than usual the step is not prefilled. */
  sets?: number;
  /** The entries by label. */
  typed?: Record<string, string | (() => string)>;
  /** The message of each refused field, in the order of the form. Null accepts any message. */
  refused: Record<string, string | null>;
};

const cases: Case[] = [
  {
    name: 'an empty horse',
    step: 1,
    typed: { Versicherungsbeginn: '' },
    refused: {
      insuranceStartDate: 'Bitte wählen Sie ein Datum',
      horseName: 'Bitte geben Sie den Namen Ihres Pferdes ein',
      birthDate: 'Bitte wählen Sie ein Geburtsdatum',
      gender: 'Bitte wählen Sie das Geschlecht Ihres Pferdes',
      requirementsConsent: 'Sie müssen den Versicherungsvoraussetzungen zustimmen',
    },
  },
  {
    name: 'a start in the past and a horse born tomorrow',
    step: 1,
    typed: {
      Versicherungsbeginn: () => addDays(today(), -1),
      'Name des Pferdes': '   ',
      Geburtsdatum: () => addDays(today(), 1),
    },
    refused: {
      insuranceStartDate: 'Der Versicherungsbeginn darf nicht in der Vergangenheit liegen',
      horseName: 'Bitte geben Sie den Namen Ihres Pferdes ein',
      birthDate: null,
      gender: 'Bitte wählen Sie das Geschlecht Ihres Pferdes',
      requirementsConsent: 'Sie müssen den Versicherungsvoraussetzungen zustimmen',
    },
  },
  {
    name: 'a start in more than a year and a name that nobody sees',
    step: 1,
    typed: {
      Versicherungsbeginn: () => addDays(monthsAfter(today(), 12), 1),
      'Name des Pferdes': '\u200b\u2060',
    },
    refused: {
      insuranceStartDate: 'Der Versicherungsbeginn darf höchstens ein Jahr in der Zukunft liegen',
      horseName: 'Bitte geben Sie den Namen Ihres Pferdes ein',
      birthDate: 'Bitte wählen Sie ein Geburtsdatum',
      gender: 'Bitte wählen Sie das Geschlecht Ihres Pferdes',
      requirementsConsent: 'Sie müssen den Versicherungsvoraussetzungen zustimmen',
    },
  },
  {
    name: 'an empty contact',
    step: 2,
    refused: {
      ...person,
      ...reach,
      dataProcessingConsent: 'Sie müssen der Datenverarbeitung zustimmen',
    },
  },
  {
    name: 'an incomplete e-mail address',
    step: 2,
    typed: { Vorname: 'Johanna', Nachname: 'Sommer', 'E-Mail': 'johanna@sommer', Telefon: '030' },
    refused: {
      salutation: person.salutation,
      email: reach.email,
      dataProcessingConsent: 'Sie müssen der Datenverarbeitung zustimmen',
    },
  },
  { name: 'no tariff', step: 3, refused: { tariffType: 'Bitte wählen Sie einen Tarif' } },
  {
    name: 'an empty policyholder',
    step: 4,
    sets: 1,
    refused: {
      ...person,
      birthDate: 'Bitte wählen Sie ein Datum',
      street: 'Bitte geben Sie Ihre Straße ein',
      houseNumber: 'Bitte geben Sie Ihre Hausnummer ein',
      zipCode: 'Bitte geben Sie eine gültige Postleitzahl ein',
      city: 'Bitte geben Sie Ihren Wohnort ein',
      ...reach,
    },
  },
  {
    name: 'a policyholder who comes of age tomorrow, in a place with four digits',
    step: 4,
    typed: {
      Geburtsdatum: () => addDays(yearsBefore(today(), 18), 1),
      Straße: 'Lindenallee',
      Hausnummer: '1',
      PLZ: '1010',
      Ort: 'Wien',
    },
    refused: {
      birthDate: 'Der Versicherungsnehmer muss mindestens 18 Jahre alt sein',
      zipCode: 'Bitte geben Sie eine gültige Postleitzahl ein',
    },
  },
  {
    name: 'an empty mandate',
    step: 5,
    sets: 3,
    refused: {
      accountHolder: 'Bitte geben Sie den Kontoinhaber ein',
      iban,
      bic,
      bankName: 'Bitte geben Sie den Namen Ihrer Bank ein',
      mandateConsent: mandate,
    },
  },
  {
    name: 'bank data that is too short',
    step: 5,
    typed: { IBAN: 'DE89 3704 0044 0532 0130 0', BIC: 'COBADEF', 'Name der Bank': 'Commerzbank' },
    refused: { iban, bic, mandateConsent: mandate },
  },
  {
    name: 'bank data that is too long',
    step: 5,
    typed: {
      IBAN: `DE89370400440532013000${'0'.repeat(13)}`,
      BIC: 'COBADEFFXXX1',
      'Name der Bank': 'Commerzbank',
    },
    refused: { iban: 'IBAN ist zu lang', bic: 'BIC ist zu lang', mandateConsent: mandate },
  },
];

test.each(cases.map((one) => [one.name, one] as const))(
  '%s is refused with a message at each field',
  async (_, { step, sets, typed, refused }) => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
      });
      await openAt(page, stage.server.url, step, { sets });
      for (const [label, value] of Object.entries(typed ?? {}))
        await control(page, label).fill(typeof value === 'string' ? value : value());
      await next(page);
      await page.getByRole('alert').waitFor();

      const invalid = await invalidFields(page);
      expect(Object.keys(invalid)).toEqual(Object.keys(refused));
      for (const [name, message] of Object.entries(refused)) {
        expect(invalid[name]).toContainEqual(message ?? expect.stringMatching(/\w/));
      }
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
      const links = page.getByRole('alert').getByRole('link');
      expect(await links.count()).toBe(Object.keys(refused).length);
      for (const [index, name] of Object.keys(refused).entries()) {
        await links.nth(index).click();
        expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(name);
      }
      await atStep(page, step);
      expect(sent).toEqual([]);
    });
  },
);

/** Every invalid field with the texts that describe it. */
function invalidFields(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const found: Record<string, string[]> = {};
    for (const field of document.querySelectorAll('[aria-invalid=true]')) {
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
      found[field.getAttribute('name') ?? ''] = ids.map((id) => {
        const text = document.getElementById(id)?.cloneNode(true) as Element | undefined;
        for (const decoration of text?.querySelectorAll('[aria-hidden=true]') ?? []) decoration.remove();
        return text?.textContent ?? '';
      });
    }
    return found;
  });
}

test('a corrected field loses its message, and a corrected step can be saved', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    await next(page);
    await page.getByText(person.firstName).waitFor();
    await control(page, 'Vorname').fill('Johanna');
    await page.getByText(person.firstName).waitFor({ state: 'detached' });
    expect(await control(page, 'Vorname').getAttribute('aria-invalid')).toBeNull();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('firstName');
    await next(page);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    await fillContact(page);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await invalidFields(page)).toEqual({});
    await next(page);
    await atStep(page, 3);
  });
});

test('a refusal by the server is shown at its field as well', async () => {
  const message = 'Bitte geben Sie eine gültige E-Mail-Adresse ein';
  await onPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    await page.route('**/contact-data', (route) =>
      route.fulfill({ status: 422, json: { message: 'Ungültig', errors: [{ path: 'email', message }] } }),
    );
    await fillContact(page);
    await next(page);
    await page.getByText(message).waitFor();
    expect(await invalidFields(page)).toEqual({ email: [message] });
    await atStep(page, 2);
  });
});
