import { describe, expect, test } from 'bun:test';
import { company } from '#domain/company';
import {
  type CallbackConfirmationProps,
  previewProps as confirmation,
} from '#emails/callback-confirmation.tsx';
import {
  type CallbackNotificationProps,
  previewProps as notification,
} from '#emails/callback-notification.tsx';
import { mailSubject, renderMail } from '#emails/render';

const kinds = ['callback_confirmation', 'callback_notification'] as const;

function expectParts({ html, text }: { html: string; text: string }, parts: string[]) {
  for (const part of parts) {
    expect(html).toContain(part);
    expect(text).toContain(part);
  }
}

test('the confirmation repeats in HTML and in plain text what was asked for', () => {
  const mail = renderMail('callback_confirmation', confirmation);
  const { name, phone, preferredTime } = confirmation;
  expectParts(mail, [`Guten Tag ${name},`, phone, preferredTime ?? '', company.phone, company.email]);
  expect(mail.text).toContain(`Telefon: ${phone}\n`);
});

test('the confirmation leaves out the time that nobody named', () => {
  const { html, text } = renderMail('callback_confirmation', { ...confirmation, preferredTime: null });
  for (const part of [html, text]) expect(part).not.toMatch(/Rückrufzeit|null/);
});

test('the notification says in HTML and in plain text whom to call when, and links to the list', () => {
  const mail = renderMail('callback_notification', notification);
  const { name, phone, email, preferredTime, source } = notification;
  const link = 'https://www.sattelfest.example/backoffice/callbacks';
  expectParts(mail, [name, phone, email ?? '', preferredTime ?? '', source, '04.03.2026, 17:20', link]);
  expect(mail.html).toContain(`href="${link}"`);
});

test('the notification shows a dash for what is missing', () => {
  const { text } = renderMail('callback_notification', { ...notification, email: null, preferredTime: null });
  expect(text).toContain('E-Mail: -\n');
  expect(text).toContain('Gewünschte Rückrufzeit: -\n');
});

describe('what a stranger typed', () => {
  const nasty = `<script>alert("1")</script>, 'Müller' & <b>Söhne</b>\r\nBcc: all@evil.example`;
  const mails = {
    callback_confirmation: {
      ...confirmation,
      name: nasty,
      phone: nasty,
      preferredTime: nasty,
    } satisfies CallbackConfirmationProps,
    callback_notification: {
      ...notification,
      name: nasty,
      phone: nasty,
      email: nasty,
      preferredTime: nasty,
      source: nasty,
    } satisfies CallbackNotificationProps,
  };

  test.each(kinds)('is text, never markup, in %s', (kind) => {
    const { html, text } = renderMail(kind, mails[kind]);
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;, &#x27;Müller&#x27; &amp;');
    expect(text).toContain(`<script>alert("1")</script>, 'Müller' & <b>Söhne</b> Bcc: all@evil.example`);
  });

  test.each(kinds)('stays out of the subject of %s', (kind) => {
    const subject = mailSubject(kind, mails[kind]);
    expect(subject).toMatch(/Rückrufanfrage/);
    expect(subject).not.toMatch(/script|Müller|evil|[\r\n]/);
  });
});
