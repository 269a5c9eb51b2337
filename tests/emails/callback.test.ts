import { describe, expect, test } from 'bun:test';
import { placeholders } from '#domain/operator/operator';
import { type CallbackProps, callbackConfirmation, callbackNotification } from '#emails/callbacks.tsx';
import { renderMail } from '#emails/render.tsx';

const { company } = placeholders;
const { example } = callbackConfirmation;

function expectParts({ html, text }: { html: string; text: string }, parts: string[]) {
  for (const part of parts) {
    expect(html).toContain(part);
    expect(text).toContain(part);
  }
}

test('the confirmation repeats name and number in HTML and in plain text, and no other word', () => {
  const mail = renderMail(callbackConfirmation, example);
  const { name, phone, preferredTime } = example;
  expectParts(mail, [`Guten Tag ${name},`, phone, company.phone, company.email]);
  expect(mail.html + mail.text).not.toContain(preferredTime ?? 'none');
  expect(mail.text).toContain(`Telefon: ${phone}\n`);
  expect(mail.text).not.toContain('tel:');
  expectParts(mail, ['Wir rufen Sie möglichst zu Ihrer Wunschzeit an.']);
});

test('the confirmation leaves out a preferred time that was not given', () => {
  const { html, text } = renderMail(callbackConfirmation, { ...example, preferredTime: null });
  for (const part of [html, text]) {
    expect(part).not.toMatch(/Rückrufzeit|Wunschzeit|null/);
    expect(part).toContain('Wir rufen Sie zu unseren Servicezeiten an.');
  }
});

test('the notification names caller, number and time in HTML and in plain text, and links to the list', () => {
  const mail = renderMail(callbackNotification, example);
  const { name, phone, email, preferredTime, source } = example;
  const link = 'https://www.sattelfest.example/backoffice/callbacks';
  expectParts(mail, [name, phone, email ?? '', preferredTime ?? '', source, '04.03.2026, 17:20 Uhr', link]);
  expect(mail.html).toContain(`href="${link}"`);
});

test('the notification shows a dash for missing entries', () => {
  const { text } = renderMail(callbackNotification, { ...example, email: null, preferredTime: null });
  expect(text).toContain('E-Mail: -\n');
  expect(text).toContain('Gewünschte Rückrufzeit: -\n');
});

describe('text that a visitor typed', () => {
  const nasty = `<script>alert("1")</script>, 'Müller' & <b>Söhne</b>\r\nBcc: all@evil.example`;
  const props: CallbackProps & { token: string } = {
    ...example,
    name: nasty,
    phone: nasty,
    email: nasty,
    preferredTime: nasty,
    source: nasty,
  };
  const mails = [
    ['callback_confirmation', callbackConfirmation],
    ['callback_notification', callbackNotification],
  ] as const;

  test('does not appear in the confirmation', () => {
    const { html, text } = renderMail(callbackConfirmation, props);
    expect(html + text).not.toMatch(/script>|Müller|evil/);
    expect(text).toContain('Guten Tag,');
  });

  test('and that is more than plain words stands in the backoffice, not in the notification', () => {
    const { html, text } = renderMail(callbackNotification, props);
    expect(html + text).not.toMatch(/script>|Müller|evil/);
    expect(text).toContain('Name: eine Person\n');
    for (const label of ['Telefon', 'E-Mail', 'Gewünschte Rückrufzeit', 'Quelle'])
      expect(text).toContain(`${label}: wie auf unserer Website angegeben\n`);
  });

  test.each(mails)('does not appear in the subject of %s', (_, mail) => {
    const subject = mail.subject(props);
    expect(subject).toMatch(/Rückrufanfrage/);
    expect(subject).not.toMatch(/script|Müller|evil|[\r\n]/);
  });
});
