/** Every rule of the fields as a table (docs/product.md, "Field rules"). Today is 20 November 2026. */
import type { SetKey } from '#domain/steps/all';

export const today = '2026-11-20';

/** A change that makes a valid record invalid (undefined: left out), the invalid field and its message. */
export type Wrong = [name: string, change: Record<string, unknown>, path: string, message: string | null];
/** A change after which a valid record is still valid. */
export type Right = [name: string, change: Record<string, unknown>];

/** The product prescribes no wording. */
const anyMessage = null;

const values = (field: string, list: unknown[], message: string | null): Wrong[] =>
  list.map((value) => [
    `${field}: ${JSON.stringify(value) ?? 'left out'}`,
    { [field]: value },
    field,
    message,
  ]);
/** Values that no text field accepts: nothing, spaces, and values that are not text. */
const noText: unknown[] = [
  undefined,
  null,
  '',
  '   ',
  '\u00a0',
  '\u200b',
  ' \u2060\u00ad ',
  '\u200d\ufe0f',
  '\u2800',
  '\u3164\u115f\u1160\uffa0',
  7,
  true,
  [],
  ['Fjölnir'],
  {},
  { value: 'a' },
];
const required = (field: string, message: string) => values(field, noText, message);
const noDay: unknown[] = [
  ...noText,
  'morgen',
  '21.11.2026',
  '2027-02-29',
  '2027-02-30',
  '2026-13-01',
  '2026-00-10',
  '2027-1-1',
  '2026-11-21T00:00:00Z',
  20261121,
];
const consent = (field: string, message: string) =>
  values(field, [undefined, null, false, 'true', 'on', 1, [], [true], {}], message);
const tooLong = (field: string, limit: number): Wrong => [
  `${field}: ${limit + 1} characters`,
  { [field]: 'ä'.repeat(limit + 1) },
  field,
  anyMessage,
];
const control = (field: string): Wrong[] =>
  ['\u0000', '\u0007', '\u001b', '\u007f', '\n', '\r', '\u2028'].map((sign) => [
    `${field}: ${JSON.stringify(sign)} inside`,
    { [field]: `Jo${sign}hanna` },
    field,
    anyMessage,
  ]);
const texts = (limits: Record<string, number>): Wrong[] =>
  Object.entries(limits).flatMap(([field, limit]) => [tooLong(field, limit), ...control(field)]);

const emailMessage = 'Bitte geben Sie eine gültige E-Mail-Adresse ein';
const noEmail = [
  ...noText,
  'johanna',
  'johanna@',
  '@mail.example',
  'johanna@mail',
  'johanna@@mail.example',
  'johanna@mail..example',
  'johanna sommer@mail.example',
  'johanna@mail.example, kim@stall.example',
  'johanna@mail.example;kim@stall.example',
  'Johanna <johanna@mail.example>',
  '"johanna, kim"@mail.example',
  'johanna@[127.0.0.1]',
];
const person: Wrong[] = [
  ...values('salutation', [...noText, 'MR', 'Frau', 'dr'], 'Bitte wählen Sie eine Anrede'),
  ...required('firstName', 'Bitte geben Sie Ihren Vornamen ein'),
  ...required('lastName', 'Bitte geben Sie Ihren Nachnamen ein'),
  ...values('email', noEmail, emailMessage),
  ...values(
    'email',
    ['johanna@mail.example\r\nBcc: kim@stall.example', 'jo\u0000hanna@mail.example'],
    anyMessage,
  ),
  ['email: 255 characters', { email: emailOf(255) }, 'email', anyMessage],
  ...required('phone', 'Bitte geben Sie Ihre Telefonnummer ein'),
  ...texts({ firstName: 100, lastName: 100 }),
  ...control('phone'),
  ['phone: 1,000 digits', { phone: '0'.repeat(1000) }, 'phone', anyMessage],
];

export const wrong: { [K in SetKey]: Wrong[] } = {
  'horse-data': [
    ...values('insuranceStartDate', noDay, 'Bitte wählen Sie ein Datum'),
    ...values(
      'insuranceStartDate',
      ['2026-11-19', '2025-11-20', '1999-12-31', '2024-02-29'],
      'Der Versicherungsbeginn darf nicht in der Vergangenheit liegen',
    ),
    ...values(
      'insuranceStartDate',
      ['2027-11-21', '2028-02-29', '9999-12-31'],
      'Der Versicherungsbeginn darf höchstens ein Jahr in der Zukunft liegen',
    ),
    ...required('horseName', 'Bitte geben Sie den Namen Ihres Pferdes ein'),
    ...values('birthDate', noDay, 'Bitte wählen Sie ein Geburtsdatum'),
    ...values('birthDate', ['2026-11-21', '1966-11-19', '1899-12-31', '0001-01-01'], anyMessage),
    ...values(
      'gender',
      [...noText, 'Stute', 'MARE', 'unicorn'],
      'Bitte wählen Sie das Geschlecht Ihres Pferdes',
    ),
    ...values('chipNumber', [7, true, [], {}, '2'.repeat(1000), '276\u0000'], anyMessage),
    ...consent('requirementsConsent', 'Sie müssen den Versicherungsvoraussetzungen zustimmen'),
    ...texts({ horseName: 100 }),
  ],
  'contact-data': [
    ...person,
    ...consent('dataProcessingConsent', 'Sie müssen der Datenverarbeitung zustimmen'),
  ],
  'tariff-selection': [
    ...values('tariffType', [...noText, 'gold', 'TOP', 'constructor'], 'Bitte wählen Sie einen Tarif'),
    ...values(
      'selfParticipation',
      [undefined, null, '', '250', 'Ohne SB', -250, 1, 100, 250.5, 999, 2000, 1e21, true, [250], {}],
      'Bitte wählen Sie eine Selbstbeteiligung',
    ),
    ...values(
      'paymentFrequency',
      ['', 'weekly', 'MONTHLY', 12, true, [], {}, 'toString'],
      'Bitte wählen Sie eine Zahlweise',
    ),
  ],
  'policyholder-info': [
    ...person,
    ...values('birthDate', noDay, 'Bitte wählen Sie ein Datum'),
    ...values(
      'birthDate',
      ['2008-11-21', '2008-12-20', '2010-01-01', '2026-11-20'],
      'Der Versicherungsnehmer muss mindestens 18 Jahre alt sein',
    ),
    ...values('birthDate', ['1899-12-31', '0900-01-01', '2026-11-21'], anyMessage),
    ...required('street', 'Bitte geben Sie Ihre Straße ein'),
    ...required('houseNumber', 'Bitte geben Sie Ihre Hausnummer ein'),
    ...values(
      'zipCode',
      [...noText, '1', '0410', ' 0410 ', 4109],
      'Bitte geben Sie eine gültige Postleitzahl ein',
    ),
    ...required('city', 'Bitte geben Sie Ihren Wohnort ein'),
    ...texts({ street: 200 }),
    ...values('city', ['x'.repeat(1000), 'Leip\u0000zig'], anyMessage),
    ...values('houseNumber', ['1'.repeat(1000), '1\u00002'], anyMessage),
    ...values('zipCode', ['1'.repeat(1000), '04\u0000109'], anyMessage),
  ],
  'sepa-mandate': [
    ...required('accountHolder', 'Bitte geben Sie den Kontoinhaber ein'),
    ...values(
      'iban',
      [
        ...noText,
        'DE89',
        'DE88370400440532013000',
        'DE5137040044053201300',
        'DE813704004405320130000',
        'DE0537040044053201300A',
        'AT25190430023457320',
        'TR330006100519786457841326',
        'US42123456789012345678',
        'DE89-3704-0044-0532-0130-00',
        `DE89${'1'.repeat(30)}`,
      ],
      'Bitte geben Sie eine gültige IBAN ein',
    ),
    ...values('iban', ['DE89370400440532\u0000013000', 'DE89370400440532013000\u0000'], anyMessage),
    ...values('iban', [`DE89${'1'.repeat(31)}`, '1'.repeat(500)], 'IBAN ist zu lang'),
    ...values(
      'bic',
      [...noText, 'COBADEF', 'COBADEFFX', 'COBADEFFXX', '1OBADEFF', 'COBA1EFF', 'COBADEF!'],
      'Bitte geben Sie eine gültige BIC ein',
    ),
    ...values('bic', ['COBA\u0000DEFF'], anyMessage),
    ...values('bic', ['COBADEFFXXXX', 'X'.repeat(500)], 'BIC ist zu lang'),
    ...required('bankName', 'Bitte geben Sie den Namen Ihrer Bank ein'),
    ...consent('mandateConsent', 'Sie müssen dem SEPA-Mandat zustimmen'),
    ...texts({ accountHolder: 100 }),
    ...values('bankName', ['x'.repeat(1000), 'Bank\u0000'], anyMessage),
  ],
};

const rightPerson: Right[] = [
  ['100 characters for each name', { firstName: 'ä'.repeat(100), lastName: 'Ж'.repeat(100) }],
  ['an address of 254 characters', { email: emailOf(254) }],
  ['one letter for each name', { firstName: 'J', lastName: 'S' }],
  ['names of other alphabets', { firstName: 'محمد', lastName: '李' }],
  ['an emoji in a name', { firstName: 'Jo🐴' }],
  ['an apostrophe and a plus in the address', { email: "o'neil+horse@mail.example" }],
  ['Divers', { salutation: 'diverse' }],
];

export const right: { [K in SetKey]: Right[] } = {
  'horse-data': [
    ['the insurance starts today', { insuranceStartDate: today }],
    ['the insurance starts in a year', { insuranceStartDate: '2027-11-20' }],
    ['the horse was born today', { birthDate: today }],
    ['the horse is 60 years old today', { birthDate: '1966-11-20' }],
    ['the horse was born on 29 February', { birthDate: '2020-02-29' }],
    ['no life number', { chipNumber: undefined }],
    ['an empty life number', { chipNumber: '' }],
    ['a stallion', { gender: 'stallion' }],
  ],
  'contact-data': rightPerson,
  'tariff-selection': [
    ['no way of payment', { paymentFrequency: undefined }],
    [
      'Premium without deductible by the year',
      { tariffType: 'premium', selfParticipation: 0, paymentFrequency: 'annual' },
    ],
  ],
  'policyholder-info': [
    ...rightPerson,
    ['18 today', { birthDate: '2008-11-20' }],
    ['born on 29 February', { birthDate: '2004-02-29' }],
    ['born in 1900', { birthDate: '1900-01-01' }],
    ['a street of 200 characters', { street: 'ß'.repeat(200) }],
    ['five digits', { zipCode: '00000' }],
    ['a postal code of another country', { zipCode: '1012 AB' }],
  ],
  'sepa-mandate': [
    ['Austria, 20 characters', { iban: 'AT611904300234573201' }],
    ['Netherlands, 18 characters', { iban: 'NL91ABNA0417164300' }],
    ['Belgium, 16 characters', { iban: 'BE68539007547034' }],
    ['Norway, 15 characters', { iban: 'NO9386011117947' }],
    ['Malta, 31 characters', { iban: 'MT84MALT011000012345MTLCAST001S' }],
    ['a BIC of 8 characters', { bic: 'COBADEFF' }],
    ['a BIC of 11 characters with digits', { bic: 'GENODEF1S10' }],
  ],
};

/** A valid address of a given length. */
function emailOf(length: number): string {
  const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.example`;
  return `${'a'.repeat(length - domain.length - 1)}@${domain}`;
}
