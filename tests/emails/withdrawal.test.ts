import { describe, expect, test } from 'bun:test';
import { withdrawalSentence } from '#domain/law/wordings';
import { renderMail } from '#emails/render.tsx';
import { withdrawalNotice, withdrawalNotification, withdrawalReceipt } from '#emails/withdrawals.tsx';

const { example } = withdrawalReceipt;
const time = 'Eingegangen am 20.11.2026 um 14:03:27 Uhr';

function expectParts({ html, text }: { html: string; text: string }, parts: string[]) {
  for (const part of parts) {
    expect(html).toContain(part);
    expect(text).toContain(part);
  }
}

test('the receipt repeats the declaration with its time', () => {
  const { name, email, contract } = example.receipt;
  const { company } = example.operator;
  const mail = renderMail(withdrawalReceipt, example);
  expectParts(mail, [time, withdrawalSentence, name, email, contract ?? '', company.name, company.street]);
  expect(mail.text).toContain(`Antrags- oder Versicherungsnummer: ${contract}\n`);
});

test('the receipt leads to the page that has the whole declaration', () => {
  const { html, text } = renderMail(withdrawalReceipt, example);
  expect(html).toContain('href="https://www.sattelfest.example/vertrag-widerrufen/vorschau"');
  expect(text).toContain('gilt bis zum 20.12.2026');
});

test('the receipt says that no number was given', () => {
  const receipt = { ...example.receipt, contract: null };
  const { text } = renderMail(withdrawalReceipt, { ...example, receipt });
  expect(text).toContain('Antrags- oder Versicherungsnummer: Nicht angegeben\n');
});

test('the report to staff says what to do until the withdrawal is checked, and links to it', () => {
  const mail = renderMail(withdrawalNotification, example);
  const base = 'https://www.sattelfest.example/backoffice';
  const links = [`${base}/withdrawals`, `${base}/applications/${example.applicationId}`];
  expectParts(mail, [time, example.receipt.name, 'Nummer und Person passen', 'Lastschrift', ...links]);
  const without = renderMail(withdrawalNotification, { ...example, applicationId: null, match: 'none' });
  expect(without.text).toContain('Keine Zuordnung');
  expect(without.html).not.toContain('/backoffice/applications');
});

test('the notice to the contact names the application and the time', () => {
  const mail = renderMail(withdrawalNotice, withdrawalNotice.example);
  expectParts(mail, [withdrawalNotice.example.applicationId, time, 'Guten Tag,']);
});

describe('text that a visitor typed', () => {
  const nasty = `<script>alert("1")</script>, 'Müller' & <b>Söhne</b>\r\nBcc: all@evil.example`;
  const receipt = { ...example.receipt, name: nasty, email: nasty, contract: nasty };

  test.each([
    ['withdrawal_receipt', withdrawalReceipt],
    ['withdrawal_notification', withdrawalNotification],
  ] as const)('and that is more than plain words stands on the website, not in %s', (_, mail) => {
    const { subject, html, text } = renderMail(mail, { ...example, receipt });
    expect(subject + html + text).not.toMatch(/script>|Müller|evil/);
    expect(text).toContain('Name: eine Person\n');
    expect(text).toContain('Antrags- oder Versicherungsnummer: wie auf unserer Website angegeben\n');
    expect(subject).toMatch(/Widerruf/);
  });
});
