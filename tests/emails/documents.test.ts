import { expect, test } from 'bun:test';
import { documentKinds, documentLabels } from '#domain/document-kinds';
import { documentsMail } from '#emails/applications.tsx';
import { renderMail } from '#emails/render.tsx';

const { example } = documentsMail;
const { company, insurer } = example.operator;

test('the mail has the selection, the list of documents and the Erstinformation, in HTML and in plain text', () => {
  const { subject, html, text } = renderMail(documentsMail, example);
  expect(subject).toBe('Ihre Unterlagen zum Premium-OP-Schutz');
  const facts = [
    'Guten Tag Frau Sommer,',
    'Damit haben Sie noch nichts beantragt.',
    '250\u00a0€',
    'Vierteljährlich',
    '196,05\u00a0€',
    'Gewünschter Versicherungsbeginn',
    '05.03.2026',
    ...documentKinds.map((kind) => documentLabels[kind]),
    company.name,
    company.intermediaryNumber,
    insurer.name,
    'gebundener Versicherungsvertreter',
    `Wir vermitteln ausschließlich für die ${insurer.name}.`,
    'mehr als 10 Prozent',
    'Versicherungsombudsmann',
    'Sie haben keinen Antrag begonnen?',
  ];
  for (const fact of facts) {
    expect(html).toContain(fact);
    expect(text).toContain(fact);
  }
  // an address may be mistyped, and a link to the application would open it
  expect(html).not.toContain('/application/');
});

test('the mail has no start while none is known, and no name that belongs to another address', () => {
  const { text } = renderMail(documentsMail, { ...example, insuranceStart: null, applicant: null });
  expect(text).not.toContain('Versicherungsbeginn');
  expect(text).toContain('Guten Tag,');
});
