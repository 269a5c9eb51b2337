/**
 * What each mail about an application says. What is right of all mails is in `render.test.ts`, and that none repeats
 * what a stranger wants to say in `tests/server/mails/typed-words.test.ts`.
 */
import { expect, test } from 'bun:test';
import { messageStatuses } from '#domain/cases/statuses';
import { documentKinds, documentLabels } from '#domain/document-kinds';
import { placeholders } from '#domain/operator/operator';
import { setKeys } from '#domain/steps/all';
import {
  completion,
  documentsMail,
  internalCompletion,
  policyholderConfirmation,
} from '#emails/applications.tsx';
import { caseMessages } from '#emails/cases.tsx';
import { applicationInvitation } from '#emails/preparations.tsx';
import { firstReminder, secondReminder } from '#emails/reminder.tsx';
import { of, type Row, site, testFacts } from './said';

const { company, insurer } = placeholders;
const id = completion.example.applicationId;
const person = { salutation: 'mrs', firstName: 'Gewinn', lastName: 'auf bit.ly/x' } as const;
const divided = { number: 1, total: 2, files: ['Erstinformation'], linked: [] };

const reminders = [firstReminder, secondReminder].flatMap((mail, index): Row[] => {
  const name = index === 0 ? 'the first reminder' : 'the second reminder';
  const resume = `${site}/application/${id}`;
  const steps = ['Pferdedaten', 'Kontaktdaten', 'Tarifauswahl', 'Versicherungsnehmer', 'SEPA-Mandat'];
  return [
    [
      `${name} greets, names horse and missing steps, and links to the application`,
      of(mail, { missing: ['tariff-selection', 'sepa-mandate'] }),
      {
        both: [
          ...['Guten Tag Frau Sommer,', 'Ihr Antrag für Fjölnir', 'Das fehlt noch', 'Tarifauswahl'],
          ...['SEPA-Mandat', 'Antrag fortsetzen', company.phone, resume],
        ],
        html: [`href="${resume}"`],
        text: [`Antragsnummer: ${id}\n`],
        never: /Pferdedaten|Kontaktdaten|Versicherungsnehmer/,
      },
    ],
    [`${name} names every step that can be missing`, of(mail, { missing: [...setKeys] }), { both: steps }],
    [
      `${name} says so if only the last click is missing`,
      of(mail, { missing: [] }),
      { both: ['Es fehlt nur noch ein Schritt'], never: /Das fehlt noch/ },
    ],
    [
      `${name} leaves out the name of an unknown horse`,
      of(mail, { horseName: null }),
      { both: ['Ihr Antrag ist'], never: /null|für Fj/ },
    ],
    [
      `${name} says without a consent only what is stored, how long, and how it is deleted`,
      of(mail, { consented: false }),
      {
        subject: 'Ihr angefangener Antrag bei Sattelfest',
        both: [id, '03.06.2026', resume, '/meine-daten'],
        never: /schön|helfen|Das fehlt noch|Fjölnir/,
      },
    ],
    [
      `${name} names no end where nothing ends`,
      of(mail, { consented: false, keptUntil: null }),
      { never: /Gespeichert bis/ },
    ],
  ];
});

const applications: Row[] = [
  [
    'the second reminder says that nothing is insured',
    of(secondReminder),
    { text: ['Ihr Pferd ist noch nicht versichert: Erst muss der Versicherer Ihren Antrag annehmen.'] },
  ],
  [
    'the confirmation contains the application',
    of(completion),
    {
      both: [
        ...['Guten Tag Frau Sommer,', id, 'Fjölnir', 'Premium-OP-Schutz', '250\u00a0€', 'Vierteljährlich'],
        ...['196,05\u00a0€', 'Gewünschter Versicherungsbeginn', '05.03.2026', 'So geht es weiter'],
        'Noch ist Ihr Pferd nicht versichert. Wir prüfen, der Versicherer entscheidet.',
        'können Sie 14 Tage lang widerrufen',
        'Unfälle sofort, Kolik ab 10.03.2026, alles Übrige ab 05.06.2026, OC-, OCD- und Gelenkchip-OP ab 05.03.2027',
        'Wartezeiten: Unfälle keine, Kolik 5 Tage, sonst 3 Monate',
        'Ihre IBAN steht aus Sicherheitsgründen nicht in dieser Nachricht',
        ...[completion.example.mandateReference, completion.example.creditor.id],
        ...[company.phone, company.email, company.registerNumber],
      ],
      text: [`Antragsnummer: ${id}\n`],
    },
  ],
  [
    'the confirmation greets by full name if the salutation is neither Herr nor Frau',
    of(completion, { applicant: { salutation: 'diverse', firstName: 'Kim', lastName: 'Lang' } }),
    { text: ['Guten Tag Kim Lang,'] },
  ],
  ...(
    [
      ['monthly', 'monatlich'],
      ['annual', 'jährlich'],
    ] as const
  ).map(
    ([frequency, rhythm]): Row => [
      `the confirmation says that a premium is debited ${rhythm}`,
      of(completion, { frequency }),
      { text: [`den Beitrag ${rhythm} per Lastschrift ein`] },
    ],
  ),
  [
    'the notification to staff names applicant and tariff, and links to the application',
    of(internalCompletion),
    {
      both: [id, 'Johanna Sommer', 'Fjölnir', 'Premium-OP-Schutz', '196,05\u00a0€'],
      html: [`href="${site}/backoffice/applications/${id}"`],
      text: [`${site}/backoffice/applications/${id}`],
    },
  ],
  [
    'the mail with the documents has the selection, their list and the Erstinformation',
    of(documentsMail),
    {
      subject: 'Ihre Unterlagen zum Premium-OP-Schutz',
      both: [
        ...['Guten Tag Frau Sommer,', 'Damit haben Sie noch nichts beantragt.', '250\u00a0€'],
        ...['Vierteljährlich', '196,05\u00a0€', 'Gewünschter Versicherungsbeginn', '05.03.2026'],
        ...documentKinds.map((kind) => documentLabels[kind]),
        ...[company.name, company.intermediaryNumber, insurer.name, 'gebundener Versicherungsvertreter'],
        `Wir vermitteln ausschließlich für die ${insurer.name}.`,
        ...['mehr als 10 Prozent', 'Versicherungsombudsmann', 'Sie haben keinen Antrag begonnen?'],
      ],
      // an address may be mistyped, and a link to the application would open it
      never: /\/application\//,
    },
  ],
  [
    'the mail with the documents has no start while none is known, and no name of another address',
    of(documentsMail, { insuranceStart: null, applicant: null }),
    { text: ['Guten Tag,'], never: /Versicherungsbeginn/ },
  ],
  [
    'the policyholder reads who applied for what, and what follows',
    of(policyholderConfirmation),
    {
      subject: 'Bitte bestätigen Sie den Antrag auf den Premium-OP-Schutz',
      both: [
        ...['Guten Tag Herr Petersen,', id, 'Fjölnir', '05.03.2026', '/bestaetigen/vorschau'],
        'hat Johanna Sommer eine OP-Versicherung für ein Pferd beantragt',
        ...['Der Link ist nur für Sie bestimmt und gilt 30 Tage.', 'Das habe ich nicht beantragt'],
      ],
      text: ['Sie hängen als PDF an dieser Nachricht.'],
    },
  ],
  [
    'the policyholder reads no names that may be advertisements',
    of(policyholderConfirmation, { applicant: person, policyholder: person }),
    { text: ['Guten Tag,', 'hat eine Person eine OP-Versicherung'], never: /bit\.ly/ },
  ],
  [
    'the policyholder is not told that divided documents are all there',
    of(policyholderConfirmation, { division: divided }),
    { text: ['den Antrag und alle Unterlagen als PDF.'], never: /Sie hängen als PDF an dieser/ },
  ],
  [
    'the invitation leaves out names that may be advertisements',
    of(applicationInvitation, {
      contact: { ...applicationInvitation.example.contact, lastName: 'auf bit.ly/x' },
      horseName: 'www.gewinn.example',
    }),
    { text: ['Guten Tag,', 'Tarif: Premium-OP-Schutz'], never: /bit\.ly|gewinn|Pferd:/ },
  ],
];

testFacts([...reminders, ...applications]);

test('no mail about an application contains what looks like bank data', () => {
  const iban = { iban: 'DE89370400440532013000' };
  for (const mail of [of(completion, iban as object), of(firstReminder, iban as object)])
    expect(Object.values(mail).join().replace(/\s/g, '')).not.toMatch(/[A-Z]{2}\d{2}(?:[A-Z]{4})?\d{11,}/);
});

test('a subject and a preheader name neither person nor horse', () => {
  for (const status of messageStatuses) {
    const { subject, preheader, example } = caseMessages[status];
    expect(subject(example) + preheader(example)).not.toMatch(/Sommer|Fjölnir/);
  }
  const [first, second] = [of(firstReminder), of(secondReminder)];
  expect(first.subject + second.subject).not.toMatch(/Sommer|Fjölnir/);
  expect(second.subject).not.toBe(first.subject);
});
