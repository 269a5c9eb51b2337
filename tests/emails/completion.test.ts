import { describe, expect, test } from 'bun:test';
import { company, creditor } from '#domain/company';
import { type CompletionProps, previewProps as completion } from '#emails/completion.tsx';
import { type InternalCompletionProps, previewProps as internal } from '#emails/internal-completion.tsx';
import { mailSubject, renderMail } from '#emails/render';

const money = '196,05\u00a0€';

describe('the confirmation to the applicant', () => {
  test('says in HTML and in plain text what was applied for', () => {
    const { html, text } = renderMail('completion', completion);
    const facts = [
      'Guten Tag Frau Sommer,',
      completion.applicationId,
      'Fjölnir',
      'Premium-OP-Schutz',
      '250 €',
      'Vierteljährlich',
      money,
      '05.03.2026',
      completion.mandateReference,
      creditor.id,
      creditor.name,
      'So geht es weiter',
      company.phone,
      company.email,
      company.registerNumber,
    ];
    for (const fact of facts) {
      expect(html).toContain(fact);
      expect(text).toContain(fact);
    }
    expect(text).toContain(`Antragsnummer: ${completion.applicationId}\n`);
  });

  test('holds nothing that looks like a bank account', () => {
    // @ts-expect-error the props have no place for one
    const props: CompletionProps = { ...completion, iban: 'DE89370400440532013000' };
    const { subject, html, text } = renderMail('completion', props);
    for (const part of [subject, html, text]) {
      expect(part.replace(/\s/g, '')).not.toMatch(/[A-Z]{2}\d{2}(?:[A-Z]{4})?\d{11,}/);
      expect(part).not.toContain('IBAN');
    }
  });

  test('greets without a guess who gave none of the two titles', () => {
    const applicant = { salutation: 'diverse', firstName: 'Kim', lastName: 'Lang' } as const;
    const { text } = renderMail('completion', { ...completion, applicant });
    expect(text).toContain('Guten Tag Kim Lang,');
  });

  test.each([
    ['monthly', 'monatlich'],
    ['annual', 'jährlich'],
  ] as const)('says how often a %s contribution is taken', (frequency, rhythm) => {
    const { text } = renderMail('completion', { ...completion, frequency });
    expect(text).toContain(`den Beitrag ${rhythm} per Lastschrift ein`);
  });
});

describe('the note to the staff', () => {
  test('says in HTML and in plain text who applied for what, and links to it', () => {
    const { html, text } = renderMail('internal_completion', internal);
    const link = `https://www.sattelfest.example/backoffice/applications/${internal.applicationId}`;
    for (const fact of [
      internal.applicationId,
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

describe('what a stranger typed', () => {
  const nasty = `<script>alert("1")</script>, 'Müller' & <b>Söhne</b>\r\nBcc: all@evil.example`;
  const applicant = { salutation: 'mr', firstName: nasty, lastName: nasty } as const;
  const mails = {
    completion: { ...completion, applicant, horseName: nasty } satisfies CompletionProps,
    internal_completion: { ...internal, applicant, horseName: nasty } satisfies InternalCompletionProps,
  };

  test.each(['completion', 'internal_completion'] as const)('is text, never markup, in %s', (kind) => {
    const { html, text } = renderMail(kind, mails[kind]);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;, &#x27;Müller&#x27; &amp;');
    expect(text).toContain(`<script>alert("1")</script>, 'Müller' & <b>Söhne</b> Bcc: all@evil.example`);
  });

  test.each(['completion', 'internal_completion'] as const)('stays out of the subject of %s', (kind) => {
    const subject = mailSubject(kind, mails[kind]);
    expect(subject).toContain('Premium-OP-Schutz');
    expect(subject).not.toMatch(/script|Müller|[\r\n]/);
  });
});
