/** The mail to the other person when one of two has erased their part of a draft. */
import { expect, test } from 'bun:test';
import { previewToken } from '#domain/access-links';
import { erasureNotice } from '#emails/privacy.tsx';
import { renderMail } from '#emails/render.tsx';

const { example } = erasureNotice;
const resume = `https://www.sattelfest.example/fortsetzen/${previewToken}`;

test('the contact reads what is missing and has the link to go on', () => {
  const { subject, html, text } = renderMail(erasureNotice, example);
  expect(subject).toBe('Aus Ihrem Antrag wurden Angaben gelöscht');
  expect(html).toContain(`href="${resume}"`);
  const period = 'Bleibt ein Antrag 90 Tage lang unverändert';
  for (const part of ['Versicherungsnehmer und Bankverbindung neu', period, 'bis zum 06.12.2026', resume])
    expect(text).toContain(part);
});

test('the policyholder reads what is missing, and gets no link to the application', () => {
  const periods = { openDays: 30 };
  const { html, text } = renderMail(erasureNotice, { ...example, erased: 'contact' as const, periods });
  expect(text).toContain('Bleibt ein Antrag 30 Tage lang unverändert');
  expect(text).toContain('Ohne Kontaktdaten lässt sich der Antrag nicht absenden.');
  expect(html).toContain('/meine-daten"');
  for (const mail of [html, text]) expect(mail).not.toContain('/fortsetzen/');
});
