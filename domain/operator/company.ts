/** Domains end in `.example`, and phone numbers are from the block that the Bundesnetzagentur reserves for fiction. */

export const brand = {
  name: 'Sattelfest',
  claim: 'OP-Schutz für Pferde',
} as const;

export const company = {
  name: 'Musterfirma Pferdeversicherung GmbH',
  street: 'Musterstraße 1',
  zipCode: '12345',
  city: 'Musterstadt',
  state: '',
  phone: '030 23125 000',
  email: 'kontakt@sattelfest.example',
  managingDirectors: 'Erika Mustermann',
  registerCourt: 'Amtsgericht Musterstadt',
  registerNumber: 'HRB 00000',
  vatId: 'DE000000000',
  intermediaryNumber: 'D-0000-00000-00',
  registerUrl: '',
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

export const mail = {
  from: company.email,
  fromName: brand.name,
  internalTo: 'antrag@sattelfest.example',
} as const;

export const testimonials = [
  {
    kind: 'example',
    text: 'Um drei Uhr nachts will ich nicht über Geld nachdenken. Der Anruf in der Klinik war die einzige Entscheidung, die ich treffen musste.',
    name: 'Katrin H.',
    horse: 'mit Warmblutwallach Donner, 14 Jahre',
  },
  {
    kind: 'example',
    text: 'Rechnung fotografiert, Formular dazu, und das Geld war bald da. So einfach hatte ich mir das nicht vorgestellt.',
    name: 'Thorsten M.',
    horse: 'mit Isländerstute Hekla, 9 Jahre',
  },
  {
    kind: 'example',
    text: 'Mir hat geholfen, dass am Telefon jemand saß, der selbst Pferde hat. Danach war klar, welcher Tarif passt.',
    name: 'Sabine K.',
    horse: 'mit Ponystute Motte, 21 Jahre',
  },
] as const;
