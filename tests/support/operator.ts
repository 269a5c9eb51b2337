/** An operator who has filled in the whole operator file. */
import { type OperatorFile, operatorOf } from '#domain/operator/operator';

export const filledFile = {
  brand: { name: 'Hufschutz', claim: 'Damit es wieder trabt' },
  company: {
    name: 'Linde & Sohn Versicherungen GmbH',
    street: 'Lindenallee 12a',
    zipCode: '04109',
    city: 'Leipzig',
    phone: '+49 341 23125 100',
    email: 'post@linde.example',
    managingDirectors: 'Eva Linde, Jan Linde',
    registerCourt: 'Amtsgericht Leipzig',
    registerNumber: 'HRB 98765',
    vatId: 'DE987654321',
    intermediaryNumber: 'D-ABCD-67890-12',
    serviceHours: 'Montag bis Donnerstag, 8 bis 16 Uhr',
    privacyEmail: 'datenschutz@linde.example',
    contentResponsible: 'Jan Linde',
  },
  insurer: {
    name: 'Tierschild Versicherung AG',
    street: 'Am Markt 3',
    zipCode: '29525',
    city: 'Uelzen',
    productLines: ['OP-Versicherung für Pferde'],
  },
  creditor: { name: 'Tierschild Inkasso GmbH', id: 'DE51ZZZ12345678901' },
  mail: { from: 'antrag@linde.example', fromName: 'Hufschutz', internalTo: 'team@linde.example' },
  legal: { status: 'tied_agent', wordingsConfirmed: '2030-01-01', accessibilityDate: '2026-12-01' },
  testimonials: [{ kind: 'verified', text: 'Die Klinik rechnete direkt ab.', name: 'Eva L.' }],
  templates: [
    { name: 'Lebensnummer', status: 'inquiry', subject: 'Eine Frage', body: '{anrede},\n\nwelche Nummer?' },
  ],
} satisfies OperatorFile;

export const filled = operatorOf(filledFile);
