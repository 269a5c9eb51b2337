/** The mails before an application, in HTML and in plain text. */
import { describe, expect, test } from 'bun:test';
import { offer, offerReminder } from '#emails/offers.tsx';
import { applicationInvitation } from '#emails/preparations.tsx';
import { renderMail } from '#emails/render.tsx';

const born = 'Gerechnet, als wäre Ihr Pferd am 1. Januar geboren.';

describe('an offer', () => {
  test('says what is offered, at which price, until when, and what it is not', () => {
    const { subject, html, text } = renderMail(offer, offer.example);
    expect(subject).toBe('Ihr Angebot zum Premium-OP-Schutz');
    for (const part of [html, text])
      for (const fact of [
        'Damit haben Sie noch nichts beantragt.',
        'Unverbindlich. Preisstand 05.03.2026, gültig bis 04.04.2026.',
        'AN-20260305-7KQ4M2XW9C',
        'Premium-OP-Schutz',
        '196,05',
        '784,20',
        'inkl. 19 % Versicherungsteuer',
        'Geburtsjahr des Pferdes',
        born,
        'Wunschbeginn 01.04.2026',
        '/angebot/vorschau',
        'Mitteilung zur Anzeigepflicht',
      ])
        expect(part).toContain(fact);
  });

  test.each([
    ['monthly', ['65,35', '784,20']],
    ['quarterly', ['196,05', '784,20']],
    ['semiannual', ['392,10', '784,20']],
    ['annual', ['784,20']],
  ] as const)('says each sum once: %s', (paymentFrequency, sums) => {
    const facts = { ...offer.example.facts, paymentFrequency };
    for (const mail of [
      renderMail(offer, { ...offer.example, facts }),
      renderMail(offerReminder, { ...offerReminder.example, facts }),
    ])
      expect(mail.text.match(/\d+,\d{2}(?=\s€)/g)).toEqual([...sums]);
  });

  test('without a start and a birth year says so, and divided it does not list what another part has', () => {
    const facts = { ...offer.example.facts, insuranceStartDate: null, horseBirthYear: null };
    const division = { number: 1, total: 2, files: ['Erstinformation'], linked: [] };
    const { text } = renderMail(offer, { ...offer.example, facts, division });
    expect(text).toContain('Berechnet für ein Pferd unter 12 Jahren.');
    expect(text).not.toMatch(/Wunschbeginn|Versicherungsbeginn|Im Anhang/);
  });
});

test('the reminder of an offer says when it ends, and how to stop', () => {
  const { subject, text } = renderMail(offerReminder, offerReminder.example);
  expect(subject).toBe('Ihr Angebot zum Premium-OP-Schutz gilt noch bis zum 04.04.2026');
  for (const fact of ['/angebot/vorschau', '/erinnerungen/vorschau/abbestellen', 'ein neues Angebot', born])
    expect(text.split(fact)).toHaveLength(2);
});

test('the invitation leaves out names that may be advertisements', () => {
  const contact = { ...applicationInvitation.example.contact, lastName: 'auf bit.ly/x' };
  const props = { ...applicationInvitation.example, contact, horseName: 'www.gewinn.example' };
  const { html, text } = renderMail(applicationInvitation, props);
  expect(html + text).not.toMatch(/bit\.ly|gewinn/);
  expect(text).toContain('Guten Tag,');
  expect(text).not.toContain('Pferd:');
  expect(text).toContain('Tarif: Premium-OP-Schutz');
});
