/** The people of the tests: applicants with their horses and accounts, and a visitor who acts for one of them. */
import { expect } from 'bun:test';
import type { SetInput } from '#domain/application';
import { type SetKey, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import type { TestApp } from './app';

/** Everything one person enters in the wizard. */
export type Applicant = SetInput;

/** Lives in Leipzig, owns a young gelding, banks in Germany. */
export const johanna: Applicant = {
  'horse-data': {
    insuranceStartDate: '2026-11-21',
    horseName: 'Fjölnir vom Lindenhof',
    birthDate: '2018-05-11',
    gender: 'gelding',
    chipNumber: '276020000123456',
    requirementsConsent: true,
  },
  'contact-data': {
    salutation: 'mrs',
    firstName: 'Johanna',
    lastName: 'Sommer',
    email: 'johanna.sommer@mail.example',
    phone: '0341 9627 100',
    dataProcessingConsent: true,
  },
  'tariff-selection': { tariffType: 'top', selfParticipation: 250, paymentFrequency: 'monthly' },
  'policyholder-info': {
    salutation: 'mrs',
    firstName: 'Johanna',
    lastName: 'Sommer',
    birthDate: '1985-06-14',
    street: 'Lindenallee',
    houseNumber: '12a',
    zipCode: '04109',
    city: 'Leipzig',
    email: 'johanna.sommer@mail.example',
    phone: '0341 9627 100',
  },
  'sepa-mandate': {
    accountHolder: 'Johanna Sommer',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bankName: 'Commerzbank Köln',
    mandateConsent: true,
  },
};

/** Owns an old mare (age surcharge) without a life number; pays by the year from Austria. */
export const matthias: Applicant = {
  'horse-data': {
    insuranceStartDate: '2026-12-01',
    horseName: 'Donna Clara',
    birthDate: '2009-03-02',
    gender: 'mare',
    requirementsConsent: true,
  },
  'contact-data': {
    salutation: 'mr',
    firstName: 'Matthias',
    lastName: 'Brandt-Özdemir',
    email: 'm.brandt+pferd@post.example',
    phone: '+49 (0)251 4188-22',
    dataProcessingConsent: true,
  },
  'tariff-selection': { tariffType: 'premium', selfParticipation: 0, paymentFrequency: 'annual' },
  'policyholder-info': {
    salutation: 'mr',
    firstName: 'Matthias',
    lastName: 'Brandt-Özdemir',
    birthDate: '1961-12-31',
    street: 'An der Alten Ziegelei',
    houseNumber: '3',
    zipCode: '48143',
    city: 'Münster',
    email: 'm.brandt+pferd@post.example',
    phone: '+49 (0)251 4188-22',
  },
  'sepa-mandate': {
    accountHolder: 'Matthias Brandt-Özdemir',
    iban: 'AT611904300234573201',
    bic: 'RLNWATWW',
    bankName: 'Raiffeisenlandesbank',
    mandateConsent: true,
  },
};

/** Applies for a stallion that a friend insures; the friend lives abroad and banks in Belgium. */
export const kim: Applicant = {
  'horse-data': {
    insuranceStartDate: '2027-01-01',
    horseName: "L'Éclair d'Or",
    birthDate: '2022-02-28',
    gender: 'stallion',
    chipNumber: 'DE 433330987622',
    requirementsConsent: true,
  },
  'contact-data': {
    salutation: 'diverse',
    firstName: 'Kim',
    lastName: 'Lang',
    email: 'kim.lang@stall.example',
    phone: '0160 5550199',
    dataProcessingConsent: true,
  },
  'tariff-selection': { tariffType: 'basis', selfParticipation: 1000, paymentFrequency: 'semiannual' },
  'policyholder-info': {
    salutation: 'diverse',
    firstName: 'Anne-Sophie',
    lastName: "van 't Hoff",
    birthDate: '1999-02-28',
    street: 'Kerkstraat',
    houseNumber: '7 bus 2',
    zipCode: '1012 AB',
    city: 'Amsterdam',
    email: "a.v'hoff@stal.example",
    phone: '+31 20 555 0142',
  },
  'sepa-mandate': {
    accountHolder: "Anne-Sophie van 't Hoff",
    iban: 'BE68539007547034',
    bic: 'GKCCBEBB',
    bankName: 'Belfius',
    mandateConsent: true,
  },
};

export const cast = { johanna, matthias, kim };

/** One published example IBAN (ISO 13616 registry) for every country of the SEPA scheme. */
export const sepaIbans = [
  'AD1200012030200359100100',
  'AL47212110090000000235698741',
  'AT611904300234573201',
  'BE68539007547034',
  'BG80BNBG96611020345678',
  'CH9300762011623852957',
  'CY17002001280000001200527600',
  'CZ6508000000192000145399',
  'DE89370400440532013000',
  'DK5000400440116243',
  'EE382200221020145685',
  'ES9121000418450200051332',
  'FI2112345600000785',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'GI75NWBK000000007099453',
  'GR1601101250000000012300695',
  'HR1210010051863000160',
  'HU42117730161111101800000000',
  'IE29AIBK93115212345678',
  'IS140159260076545510730339',
  'IT60X0542811101000000123456',
  'LI21088100002324013AA',
  'LT121000011101001000',
  'LU280019400644750000',
  'LV80BANK0000435195001',
  'MC5811222000010123456789030',
  'MD24AG000225100013104168',
  'ME25505000012345678951',
  'MK07250120000058984',
  'MT84MALT011000012345MTLCAST001S',
  'NL91ABNA0417164300',
  'NO9386011117947',
  'PL61109010140000071219812874',
  'PT50000201231234567890154',
  'RO49AAAA1B31007593840000',
  'RS35260005601001611379',
  'SE4550000000058398257466',
  'SI56263300012039086',
  'SK3112000000198742637541',
  'SM86U0322509800000000270100',
  'VA59001123000012345678',
] as const;

/** Well-formed IBANs of countries outside the SEPA scheme. */
export const foreignIbans = [
  'TR330006100519786457841326',
  'AE070331234567890123456',
  'BR1800360305000010009795493C1',
];

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
type Sent = Record<string, string>;
export type Visitor = ReturnType<typeof createVisitor>;

/** Reads a response whose body is a JSON object, or empty. */
export async function answerOf(response: Response): Promise<Answer> {
  const body: Record<string, unknown> = JSON.parse((await response.text()) || '{}');
  return { status: response.status, headers: response.headers, body };
}

/** A message of an answer: any text that is not blank. */
export const sentence = expect.stringMatching(/\S/);

/** A browser with one application and its own cookies, or those of another one. Two with the same id are two devices. */
export function createVisitor(
  app: Pick<TestApp, 'ask'>,
  id: string = crypto.randomUUID(),
  cookies: Iterable<[string, string]> = [],
) {
  const jar = new Map(cookies);
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = ({ headers }: Response) => {
    for (const line of headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1).join().split(/=(.*)/s);
      jar.set(name, value);
    }
  };
  const send = async (method: string, path: string, body?: unknown, more: Sent = {}): Promise<Answer> => {
    const headers = { ...(jar.size > 0 && { cookie: cookie() }), ...more };
    const response = await app.ask(method, path, { body, headers });
    keep(response);
    return answerOf(response);
  };
  return {
    id,
    jar,
    /** What its requests send. */
    cookie,
    /** Takes the cookies of an answer. */
    keep,
    application: () => send('GET', href(api.application, { id })),
    read: (key: SetKey) => send('GET', href(api.set(key), { id })),
    save: (key: SetKey, body: unknown) => send('POST', href(api.set(key), { id }), body),
    step: (step: unknown) => send('PUT', href(api.step, { id }), { step }),
    complete: (headers?: Sent) => send('PUT', href(api.complete, { id }), undefined, headers),
    /** Any other call of the same browser. */
    send,
    /** Saves all five data sets of a person. */
    async fill(person: Applicant) {
      for (const key of setKeys) await send('POST', href(api.set(key), { id }), person[key]);
    },
  };
}
