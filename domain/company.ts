/**
 * Operator, insurer and brand, for pages and mails. All values are PLACEHOLDERS: replace each one before going live.
 * Domains end in `.example`, and phone numbers are from the block that the Bundesnetzagentur reserves for fiction.
 */
import { phoneHref } from './links';

export const brand = {
  name: 'Sattelfest',
  claim: 'OP-Schutz für Pferde',
} as const;

const phone = '030 23125 000';

export const company = {
  name: 'Musterfirma Pferdeversicherung GmbH',
  street: 'Musterstraße 1',
  zipCode: '12345',
  city: 'Musterstadt',
  phone,
  /** With the country code, for callers abroad. */
  phoneHref: phoneHref(`+49 ${phone}`),
  email: 'kontakt@sattelfest.example',
  managingDirectors: 'Erika Mustermann',
  registerCourt: 'Amtsgericht Musterstadt',
  registerNumber: 'HRB 00000',
  vatId: 'DE000000000',
  intermediaryNumber: 'D-0000-00000-00',
  serviceHours: 'Montag bis Freitag, 9 bis 18 Uhr',
  privacyEmail: 'datenschutz@sattelfest.example',
  contentResponsible: 'Erika Mustermann',
} as const;

export const insurer = {
  name: 'Musterversicherung AG',
  street: 'Versicherungsplatz 1',
  zipCode: '12345',
  city: 'Musterstadt',
  productLines: [
    'OP-Versicherung für Pferde',
    'Pferdekrankenversicherung',
    'Pferdehalterhaftpflichtversicherung',
  ],
} as const;

/** SEPA creditor of the mandate; the id is the Bundesbank's example. */
export const creditor = {
  name: company.name,
  id: 'DE98ZZZ09999999999',
} as const;

export const mailDefaults = {
  from: company.email,
  fromName: brand.name,
  internalTo: 'antrag@sattelfest.example',
} as const;

/** Offices that the legal pages name. These are public facts, not placeholders; check them before going live. */
export const offices = {
  register: {
    name: 'Deutsche Industrie- und Handelskammer (DIHK)',
    street: 'Breite Straße 29',
    city: '10178 Berlin',
    phone: '0180 6005850 (20 Cent je Anruf)',
    website: 'https://www.vermittlerregister.info',
  },
  arbitration: {
    name: 'Versicherungsombudsmann e. V.',
    street: 'Postfach 08 06 32',
    city: '10006 Berlin',
    phone: '0800 3696000 (kostenfrei)',
    website: 'https://www.versicherungsombudsmann.de',
  },
  insuranceSupervision: {
    name: 'Bundesanstalt für Finanzdienstleistungsaufsicht (BaFin)',
    street: 'Graurheindorfer Straße 108',
    city: '53117 Bonn',
    website: 'https://www.bafin.de',
  },
  analytics: {
    name: 'Google Ireland Limited',
    street: 'Gordon House, Barrow Street',
    city: 'Dublin 4, Irland',
  },
} as const;
