import { describe, expect, test } from 'bun:test';
import { placeholders } from '#domain/operator/operator';
import { type CompletionProps, completion, internalCompletion } from '#emails/applications.tsx';
import { renderMail } from '#emails/render.tsx';

const { company } = placeholders;
const { example } = completion;
const money = '196,05\u00a0€';

describe('the confirmation to the applicant', () => {
  test('contains the application in HTML and in plain text', () => {
    const { html, text } = renderMail(completion, example);
    const facts = [
      'Guten Tag Frau Sommer,',
      example.applicationId,
      'Fjölnir',
      'Premium-OP-Schutz',
      '250\u00a0€',
      'Vierteljährlich',
      money,
      'Gewünschter Versicherungsbeginn',
      'Noch ist Ihr Pferd nicht versichert. Wir prüfen, der Versicherer entscheidet.',
      'können Sie 14 Tage lang widerrufen',
      'Unfälle sofort, Kolik ab 10.03.2026, alles Übrige ab 05.06.2026, OC-, OCD- und Gelenkchip-OP ab 05.03.2027',
      'Wartezeiten: Unfälle keine, Kolik 5 Tage, sonst 3 Monate',
      'Ihre IBAN steht aus Sicherheitsgründen nicht in dieser Nachricht',
      '05.03.2026',
      example.mandateReference,
      example.creditor.id,
      'So geht es weiter',
      company.phone,
      company.email,
      company.registerNumber,
    ];
    for (const fact of facts) {
      expect(html).toContain(fact);
      expect(text).toContain(fact);
    }
    expect(text).toContain(`Antragsnummer: ${example.applicationId}\n`);
  });

  test('contains nothing that looks like an account number', () => {
    // @ts-expect-error the props have no such field
    const props: CompletionProps = { ...example, iban: 'DE89370400440532013000' };
    const { subject, html, text } = renderMail(completion, props);
    for (const part of [subject, html, text]) {
      expect(part.replace(/\s/g, '')).not.toMatch(/[A-Z]{2}\d{2}(?:[A-Z]{4})?\d{11,}/);
    }
  });

  test('greets by full name if the salutation is neither Herr nor Frau', () => {
    const applicant = { salutation: 'diverse', firstName: 'Kim', lastName: 'Lang' } as const;
    const { text } = renderMail(completion, { ...example, applicant });
    expect(text).toContain('Guten Tag Kim Lang,');
  });

  test.each([
    ['monthly', 'monatlich'],
    ['annual', 'jährlich'],
  ] as const)('says how often a %s premium is debited', (frequency, rhythm) => {
    const { text } = renderMail(completion, { ...example, frequency });
    expect(text).toContain(`den Beitrag ${rhythm} per Lastschrift ein`);
  });
});

describe('the notification to staff', () => {
  test('names applicant and tariff in HTML and in plain text, and links to the application', () => {
    const { html, text } = renderMail(internalCompletion, example);
    const link = `https://www.sattelfest.example/backoffice/applications/${example.applicationId}`;
    for (const fact of [
      example.applicationId,
      'Johanna Sommer',
      'Fjölnir',
      'Premium-OP-Schutz',
      money,
      link,
    ]) {
      expect(html).toContain(fact);
      expect(text).toContain(fact);
    }
    expect(html).toContain(`href="${link}"`);
  });
});

describe('text that a visitor typed', () => {
  const nasty = `<script>alert("1")</script>, 'Müller' & <b>Söhne</b>\r\nBcc: all@evil.example`;
  const applicant = { salutation: 'mr', firstName: nasty, lastName: nasty } as const;
  const props: CompletionProps = { ...example, applicant, horseName: nasty };
  const mails = [
    ['completion', completion],
    ['internal_completion', internalCompletion],
  ] as const;

  test.each(mails)('and that is more than plain words stands on the website, not in %s', (_, mail) => {
    const { html, text } = renderMail(mail, props);
    expect(html + text).not.toMatch(/script>|Müller|evil/);
    expect(text).toContain('Pferd: wie auf unserer Website angegeben\n');
  });

  test.each(mails)('does not appear in the subject of %s', (_, mail) => {
    const subject = mail.subject(props);
    expect(subject).toContain('Premium-OP-Schutz');
    expect(subject).not.toMatch(/script|Müller|[\r\n]/);
  });
});
