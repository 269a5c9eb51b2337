import { describe, expect, test } from 'bun:test';
import { company } from '#domain/company';
import { setKeys } from '#domain/steps/all';
import type { ReminderProps } from '#emails/reminder-blocks.tsx';
import { previewProps as first } from '#emails/reminder-first.tsx';
import { previewProps as second } from '#emails/reminder-second.tsx';
import { mailSubject, renderMail } from '#emails/render';

const kinds = ['reminder_first', 'reminder_second'] as const;
const previews = { reminder_first: first, reminder_second: second };

/** Both parts of a mail, as one person reads the one and another the other. */
const parts = (kind: (typeof kinds)[number], change: Partial<ReminderProps> = {}) => {
  const { html, text } = renderMail(kind, { ...previews[kind], ...change });
  return [html, text];
};

describe.each(kinds)('%s', (kind) => {
  test('greets, names the horse, what is missing, and the way back', () => {
    const missing = ['tariff-selection', 'sepa-mandate'] as const;
    for (const part of parts(kind, { missing: [...missing] })) {
      for (const fact of [
        'Guten Tag Frau Sommer,',
        'Ihr Antrag für Fjölnir',
        'Das fehlt noch',
        'Tarifauswahl',
        'SEPA-Mandat',
        'Antrag fortsetzen',
        `${first.publicUrl}/application/${first.applicationId}`,
        company.phone,
      ]) {
        expect(part).toContain(fact);
      }
      for (const saved of ['Pferdedaten', 'Kontaktdaten', 'Versicherungsnehmer'])
        expect(part).not.toContain(saved);
    }
    const [html, text] = parts(kind);
    expect(html).toContain(`href="${first.publicUrl}/application/${first.applicationId}"`);
    expect(text).toContain(`Antragsnummer: ${first.applicationId}\n`);
  });

  test('names every step that can be missing', () => {
    for (const part of parts(kind, { missing: [...setKeys] })) {
      for (const label of [
        'Pferdedaten',
        'Kontaktdaten',
        'Tarifauswahl',
        'Versicherungsnehmer',
        'SEPA-Mandat',
      ])
        expect(part).toContain(label);
    }
  });

  test('says that only the last click is missing, when it is', () => {
    for (const part of parts(kind, { missing: [] })) {
      expect(part).toContain('Es fehlt nur noch ein Schritt');
      expect(part).not.toContain('Das fehlt noch');
    }
  });

  test('does without the name of a horse that is not known', () => {
    for (const part of parts(kind, { horseName: null })) {
      expect(part).toContain('Ihr Antrag ist');
      expect(part).not.toMatch(/null|für Fj/);
    }
  });

  test('shows what a stranger typed as text, and not in the subject', () => {
    const nasty = `<script>alert("1")</script>\r\nBcc: all@evil.example`;
    const applicant = { salutation: 'diverse', firstName: nasty, lastName: nasty } as const;
    const props = { ...previews[kind], applicant, horseName: nasty };
    const { html } = renderMail(kind, props);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(mailSubject(kind, props)).toBe(mailSubject(kind, previews[kind]));
    expect(mailSubject(kind, props)).not.toMatch(/Fjölnir|Sommer|[\r\n]/);
  });

  test('has no place for bank data', () => {
    // @ts-expect-error the props have no place for one
    const props: ReminderProps = { ...previews[kind], iban: 'DE89370400440532013000' };
    const { subject, html, text } = renderMail(kind, props);
    for (const part of [subject, html, text]) expect(part).not.toMatch(/DE89|IBAN/);
  });
});

test('the second reads differently from the first', () => {
  expect(mailSubject('reminder_second', first)).not.toBe(mailSubject('reminder_first', first));
  expect(renderMail('reminder_second', first).text).not.toBe(renderMail('reminder_first', first).text);
});
