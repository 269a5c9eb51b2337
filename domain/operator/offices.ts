/** Offices that the legal pages name. These are public facts, not placeholders; check them before going live. */

export type Office = {
  name: string;
  street: string;
  city: string;
  phone?: string;
  email?: string;
  website?: string;
};

/** Offices for which the operator file may name others, as `[legal.register]` and so on. */
export const offices = {
  /** Where anyone can look up the intermediary. */
  register: {
    name: 'Deutsche Industrie- und Handelskammer (DIHK)',
    street: 'Breite Straße 29',
    city: '10178 Berlin',
    phone: '0180 6005850 (20 Cent je Anruf)',
    website: 'https://www.vermittlerregister.info',
  },
  ombudsman: {
    name: 'Versicherungsombudsmann e. V.',
    street: 'Postfach 08 06 32',
    city: '10006 Berlin',
    phone: '0800 3696000 (kostenfrei)',
    email: 'beschwerde@versicherungsombudsmann.de',
    website: 'https://www.versicherungsombudsmann.de',
  },
  supervision: {
    name: 'Bundesanstalt für Finanzdienstleistungsaufsicht (BaFin)',
    street: 'Graurheindorfer Straße 108',
    city: '53117 Bonn',
    phone: '0800 2100500 (kostenfrei)',
    website: 'https://www.bafin.de',
  },
  /** Enforces the law on accessibility (§ 20 BFSG). */
  enforcement: {
    name: 'Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)',
    street: 'Postfach 39 11 55',
    city: '39135 Magdeburg',
    phone: '0391 567 4530',
    email: 'mlbf@ms.sachsen-anhalt.de',
  },
} as const satisfies Record<string, Office>;

export type OfficeKey = keyof typeof offices;
