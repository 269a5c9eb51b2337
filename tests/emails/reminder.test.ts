import { describe, expect, test } from 'bun:test';
import { placeholders } from '#domain/operator/operator';
import { setKeys } from '#domain/steps/all';
import { firstReminder, type ReminderProps, secondReminder } from '#emails/reminder.tsx';
import { renderMail } from '#emails/render.tsx';

const { company } = placeholders;
const { publicUrl, applicationId } = firstReminder.example;

describe.each([
  ['reminder_first', firstReminder],
  ['reminder_second', secondReminder],
])('%s', (_, mail) => {
  /** The HTML part and the text part: a mail program shows one of them. */
  const parts = (change: Partial<ReminderProps> = {}) => {
    const { html, text } = renderMail(mail, { ...mail.example, ...change });
    return [html, text];
  };

  test('greets the applicant, names the horse and the missing steps, and links to the application', () => {
    const missing = ['tariff-selection', 'sepa-mandate'] as const;
    for (const part of parts({ missing: [...missing] })) {
      for (const fact of [
        'Guten Tag Frau Sommer,',
        'Ihr Antrag für Fjölnir',
        'Das fehlt noch',
        'Tarifauswahl',
        'SEPA-Mandat',
        'Antrag fortsetzen',
        `${publicUrl}/application/${applicationId}`,
        company.phone,
      ]) {
        expect(part).toContain(fact);
      }
      for (const saved of ['Pferdedaten', 'Kontaktdaten', 'Versicherungsnehmer'])
        expect(part).not.toContain(saved);
    }
    const [html, text] = parts();
    expect(html).toContain(`href="${publicUrl}/application/${applicationId}"`);
    expect(text).toContain(`Antragsnummer: ${applicationId}\n`);
  });

  test('names every step that can be missing', () => {
    for (const part of parts({ missing: [...setKeys] })) {
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

  test('says so if only the last click is missing', () => {
    for (const part of parts({ missing: [] })) {
      expect(part).toContain('Es fehlt nur noch ein Schritt');
      expect(part).not.toContain('Das fehlt noch');
    }
  });

  test('leaves out the name of an unknown horse', () => {
    for (const part of parts({ horseName: null })) {
      expect(part).toContain('Ihr Antrag ist');
      expect(part).not.toMatch(/null|für Fj/);
    }
  });

  test('leaves out what a visitor typed in place of names', () => {
    const nasty = `<script>alert("1")</script>\r\nBcc: all@evil.example`;
    const applicant = { salutation: 'diverse', firstName: nasty, lastName: nasty } as const;
    const props = { ...mail.example, applicant, horseName: nasty };
    const { subject, html, text } = renderMail(mail, props);
    expect(html + text).not.toMatch(/script|evil/);
    expect(text).toContain('Guten Tag,');
    expect(subject).toBe(renderMail(mail, mail.example).subject);
    expect(subject).not.toMatch(/Fjölnir|Sommer|[\r\n]/);
  });

  test('says without a consent only what is stored, how long, and how it is deleted', () => {
    const { subject, html, text } = renderMail(mail, { ...mail.example, consented: false });
    expect(subject).toBe('Ihr angefangener Antrag bei Sattelfest');
    for (const part of [html, text]) {
      for (const fact of [
        applicationId,
        '03.06.2026',
        `${publicUrl}/application/${applicationId}`,
        '/meine-daten',
      ])
        expect(part).toContain(fact);
      expect(part).not.toMatch(/schön|helfen|Das fehlt noch|Fjölnir/);
    }
    const kept = renderMail(mail, { ...mail.example, consented: false, keptUntil: null });
    expect(kept.text).not.toContain('Gespeichert bis');
  });

  test('contains no bank data', () => {
    // @ts-expect-error the props have no such field
    const props: ReminderProps = { ...mail.example, iban: 'DE89370400440532013000' };
    const { subject, html, text } = renderMail(mail, props);
    for (const part of [subject, html, text]) expect(part).not.toMatch(/DE89|IBAN/);
  });
});

test('the second reminder has another subject and text than the first', () => {
  const [first, second] = [firstReminder, secondReminder].map((mail) =>
    renderMail(mail, firstReminder.example),
  );
  expect(second?.subject).not.toBe(first?.subject ?? '');
  expect(second?.text).not.toBe(first?.text ?? '');
  expect(second?.text.replace(/\s+/g, ' ')).toContain(
    'Ihr Pferd ist noch nicht versichert: Erst muss der Versicherer Ihren Antrag annehmen.',
  );
});
