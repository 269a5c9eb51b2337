/** What each mail about callbacks, offers, cases, withdrawals and the day of staff says. */
import { expect, test } from 'bun:test';
import { previewToken } from '#domain/access-links';
import { messageStatuses } from '#domain/cases/statuses';
import { withdrawalSentence } from '#domain/law/wordings';
import { placeholders } from '#domain/operator/operator';
import { callbackConfirmation, callbackNotification } from '#emails/callbacks.tsx';
import { adviceRecord, caseMessages, caseReply } from '#emails/cases.tsx';
import { digest } from '#emails/digest.tsx';
import { offer, offerReminder } from '#emails/offers.tsx';
import { erasureNotice } from '#emails/privacy.tsx';
import { withdrawalNotice, withdrawalNotification, withdrawalReceipt } from '#emails/withdrawals.tsx';
import { of, type Row, site, testFacts } from './said';

const { company } = placeholders;
const divided = { number: 1, total: 2, files: ['Erstinformation'], linked: [] };
const { name, phone, email, preferredTime, source } = callbackConfirmation.example;
const { receipt } = withdrawalReceipt.example;
const received = 'Eingegangen am 20.11.2026 um 14:03:27 Uhr';
const born = 'Gerechnet, als wäre Ihr Pferd am 1. Januar geboren.';

testFacts([
  [
    'the confirmation of a callback repeats name and number, and no other word',
    of(callbackConfirmation),
    {
      both: [
        ...[`Guten Tag ${name},`, phone, company.phone, company.email],
        'Wir rufen Sie möglichst zu Ihrer Wunschzeit an.',
      ],
      text: [`Telefon: ${phone}\n`],
      never: new RegExp(RegExp.escape(preferredTime ?? 'none')),
    },
  ],
  [
    'the confirmation of a callback leaves out a preferred time that was not given',
    of(callbackConfirmation, { preferredTime: null }),
    { both: ['Wir rufen Sie zu unseren Servicezeiten an.'], never: /Rückrufzeit|Wunschzeit|null/ },
  ],
  [
    'the notification of a callback names caller, number and time, and links to the list',
    of(callbackNotification),
    {
      both: [name, phone, email ?? '', preferredTime ?? '', source, '04.03.2026, 17:20 Uhr'],
      html: [`href="${site}/backoffice/callbacks"`],
      text: [`${site}/backoffice/callbacks`],
    },
  ],
  [
    'the notification of a callback shows a dash for missing entries',
    of(callbackNotification, { email: null, preferredTime: null }),
    { text: ['E-Mail: -\n', 'Gewünschte Rückrufzeit: -\n'] },
  ],
  [
    'an offer says what is offered, at which price, until when, and what it is not',
    of(offer),
    {
      subject: 'Ihr Angebot zum Premium-OP-Schutz',
      both: [
        'Damit haben Sie noch nichts beantragt.',
        'Unverbindlich. Preisstand 05.03.2026, gültig bis 04.04.2026.',
        ...['AN-20260305-7KQ4M2XW9C', 'Premium-OP-Schutz', '196,05', '784,20', 'Geburtsjahr des Pferdes'],
        ...['inkl. 19 % Versicherungsteuer', born, 'Wunschbeginn 01.04.2026', '/angebot/vorschau'],
        'Mitteilung zur Anzeigepflicht',
      ],
    },
  ],
  [
    'an offer without start and birth year says so, and a divided one lists no file of another part',
    of(offer, {
      facts: { ...offer.example.facts, insuranceStartDate: null, horseBirthYear: null },
      division: divided,
    }),
    {
      text: ['Berechnet für ein Pferd unter 12 Jahren.'],
      never: /Wunschbeginn|Versicherungsbeginn|Im Anhang/,
    },
  ],
  [
    'the reminder of an offer says when it ends, and how to stop',
    of(offerReminder),
    {
      subject: 'Ihr Angebot zum Premium-OP-Schutz gilt noch bis zum 04.04.2026',
      text: ['/angebot/vorschau', '/erinnerungen/vorschau/abbestellen', 'ein neues Angebot', born],
    },
  ],
  ...messageStatuses.map(
    (status): Row => [
      `the message for ${status} has the words of staff, and a button to the status page`,
      of(caseMessages[status]),
      {
        subject: caseMessages[status].example.subject,
        both: [
          ...['Guten Tag Frau Sommer,', 'Fjölnir', '/status/vorschau', 'gilt bis zum 19.05.2027'],
          status === 'inquiry' ? 'Frage beantworten' : 'Stand des Antrags ansehen',
        ],
      },
    ],
  ),
  [
    'a message keeps lines and paragraphs, and shows markup as text',
    of(caseMessages.inquiry, { body: 'eins\nzwei\n\n<b>drei</b> & "so"', subject: '<i>Betreff</i>' }),
    {
      html: ['eins<br/>zwei</p>', '&lt;b&gt;drei&lt;/b&gt; &amp;', '&lt;i&gt;Betreff'],
      text: ['eins\nzwei\n\n<b>drei</b> & "so"'],
    },
  ],
  [
    'the mail about an answer tells staff when, and nothing else',
    of(caseReply),
    {
      subject: 'Antwort auf Rückfrage (5b0c6d8e)',
      both: ['20.11.2026, 14:03 Uhr', '/backoffice/applications/5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64'],
    },
  ],
  [
    'the mail about an answer to which no question was open says so',
    of(caseReply, { isOfQuestion: false }),
    { both: ['Auf eine unserer E-Mails kam eine Antwort.'], never: /Rückfrage wurde|heute fällig/ },
  ],
  [
    'the record of advice repeats wishes and advice, with their lines, and markup as text',
    of(adviceRecord, { wishes: 'eins\nzwei\n\ndrei', advice: '<b>fett</b> & "so"' }),
    {
      subject: 'Unsere Beratung zu Ihrem Antrag (5b0c6d8e)',
      both: [
        ...['Guten Tag Frau Sommer,', adviceRecord.example.applicationId],
        ...['Ihre Wünsche und Bedürfnisse', 'Unsere Beratung und Empfehlung'],
      ],
      html: ['eins<br/>zwei</p>', '&lt;b&gt;fett&lt;/b&gt; &amp;'],
      text: ['eins\nzwei\n\ndrei', '<b>fett</b> & "so"'],
    },
  ],
  [
    'the receipt of a withdrawal repeats the declaration with its time, and leads to all of it',
    of(withdrawalReceipt),
    {
      both: [
        ...[received, withdrawalSentence, receipt.name, receipt.email, receipt.contract ?? '?'],
        ...[company.name, company.street],
      ],
      html: [`href="${site}/vertrag-widerrufen/vorschau"`],
      text: [`Antrags- oder Versicherungsnummer: ${receipt.contract}\n`, 'gilt bis zum 20.12.2026'],
    },
  ],
  [
    'the receipt of a withdrawal says that no number was given',
    of(withdrawalReceipt, { receipt: { ...receipt, contract: null } }),
    { text: ['Antrags- oder Versicherungsnummer: Nicht angegeben\n'] },
  ],
  [
    'the report of a withdrawal says what to do until it is checked, and links to it',
    of(withdrawalNotification),
    {
      both: [
        ...[received, receipt.name, 'Nummer und Person passen', 'Lastschrift'],
        ...[
          `${site}/backoffice/withdrawals`,
          `/applications/${withdrawalNotification.example.applicationId}`,
        ],
      ],
    },
  ],
  [
    'the report of a withdrawal of nobody links to no application',
    of(withdrawalNotification, { applicationId: null, match: 'none' }),
    { text: ['Keine Zuordnung'], never: /\/backoffice\/applications/ },
  ],
  [
    'the notice of a withdrawal names the application and the time',
    of(withdrawalNotice),
    { both: [withdrawalNotice.example.applicationId, received, 'Guten Tag,'] },
  ],
  [
    'the contact reads what the policyholder erased, and has the link to go on',
    of(erasureNotice),
    {
      subject: 'Aus Ihrem Antrag wurden Angaben gelöscht',
      html: [`href="${site}/fortsetzen/${previewToken}"`],
      text: [
        ...[
          'Versicherungsnehmer und Bankverbindung neu',
          'bis zum 06.12.2026',
          `/fortsetzen/${previewToken}`,
        ],
        'Bleibt ein Antrag 90 Tage lang unverändert',
      ],
    },
  ],
  [
    'the policyholder reads what the contact erased, and gets no link to the application',
    of(erasureNotice, { erased: 'contact', periods: { openDays: 30 } }),
    {
      html: ['/meine-daten"'],
      text: [
        'Bleibt ein Antrag 30 Tage lang unverändert',
        'Ohne Kontaktdaten lässt sich der Antrag nicht absenden.',
      ],
      never: /\/fortsetzen\//,
    },
  ],
  [
    'the mail of the morning has each number as a link to its list',
    of(digest, { today: '2026-11-30', due: 1, unassigned: 1, callbacks: 1234 }),
    {
      subject: 'Ihr Tag am 30.11.2026',
      both: ['1 fälliger Vorgang', '1 nicht zugewiesener Vorgang', '1.234 neue Rückrufe', 'account'],
      html: ['cases?view=due', 'cases?view=unassigned', 'callbacks'].map(
        (path) => `href="${site}/backoffice/${path}"`,
      ),
    },
  ],
  [
    'the mail of the morning leaves out lists in which nothing waits',
    of(digest, { today: '2026-11-30', due: 0, unassigned: 2, callbacks: 0 }),
    { html: ['2 nicht zugewiesene Vorgänge'], never: /fällig|Rückruf/ },
  ],
]);

test.each([
  ['monthly', ['65,35', '784,20']],
  ['quarterly', ['196,05', '784,20']],
  ['semiannual', ['392,10', '784,20']],
  ['annual', ['784,20']],
] as const)('an offer and its reminder say each sum once: %s', (paymentFrequency, sums) => {
  const facts = { ...offer.example.facts, paymentFrequency };
  for (const mail of [of(offer, { facts }), of(offerReminder, { facts })])
    expect(mail.text.match(/\d+,\d{2}(?=\s€)/g)).toEqual([...sums]);
});
