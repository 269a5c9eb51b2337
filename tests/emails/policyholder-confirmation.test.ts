import { expect, test } from 'bun:test';
import { policyholderConfirmation } from '#emails/applications.tsx';
import { renderMail } from '#emails/render.tsx';

const { example } = policyholderConfirmation;

test('the policyholder reads who applied for what, and what follows, in HTML and in plain text', () => {
  const { subject, html, text } = renderMail(policyholderConfirmation, example);
  expect(subject).toBe('Bitte bestätigen Sie den Antrag auf den Premium-OP-Schutz');
  const facts = [
    'Guten Tag Herr Petersen,',
    'hat Johanna Sommer eine OP-Versicherung für ein Pferd beantragt',
    example.applicationId,
    'Fjölnir',
    '05.03.2026',
    'Der Link ist nur für Sie bestimmt und gilt 30 Tage.',
    'Das habe ich nicht beantragt',
    '/bestaetigen/vorschau',
  ];
  for (const part of [html, text]) for (const fact of facts) expect(part).toContain(fact);
});

test('names that may be advertisements are left out', () => {
  const person = { salutation: 'mrs', firstName: 'Gewinn', lastName: 'auf bit.ly/x' } as const;
  const props = { ...example, applicant: person, policyholder: person };
  const { html, text } = renderMail(policyholderConfirmation, props);
  expect(html + text).not.toContain('bit.ly');
  expect(text).toContain('Guten Tag,');
  expect(text).toContain('hat eine Person eine OP-Versicherung');
});

test('a mail whose documents are divided does not say that it has all of them', () => {
  const attached = 'Sie hängen als PDF an dieser Nachricht.';
  expect(renderMail(policyholderConfirmation, example).text).toContain(attached);
  const division = { number: 1, total: 2, files: ['Erstinformation'], linked: [] };
  const { text } = renderMail(policyholderConfirmation, { ...example, division });
  expect(text).not.toContain(attached);
  expect(text).toContain('den Antrag und alle Unterlagen als PDF.');
});
