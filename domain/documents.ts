/** The documents that customers get before their declaration (§ 7 VVG, § 15 VersVermV), in the order in which they are listed. */
export const documentLabels = {
  erstinformation: 'Erstinformation',
  produktinformationsblatt: 'Informationsblatt zu Versicherungsprodukten',
  avb: 'Allgemeine Versicherungsbedingungen',
  verbraucherinformation: 'Verbraucherinformation und Widerrufsbelehrung',
  datenschutzhinweise: 'Datenschutzhinweise',
  anzeigepflicht: 'Mitteilung zur Anzeigepflicht',
} as const;

export type DocumentKind = keyof typeof documentLabels;
export const documentKinds = Object.keys(documentLabels) as DocumentKind[];
