import { expect, test } from 'bun:test';
import { alertKinds, alertRules } from '#domain/backoffice/alerts';
import { renderMail } from '#emails/render.tsx';
import { securityAlert } from '#emails/security-alert.tsx';

const { example } = securityAlert;

test.each(alertKinds)('the alert of %s says who did how much in which time, in HTML and text', (kind) => {
  const { subject, html, text } = renderMail(securityAlert, { ...example, kind, count: 37 });
  const { title, verb, span } = alertRules[kind];
  expect(subject).toBe(`Sicherheitshinweis: ${title} (lukas.weber)`);
  for (const body of [html, text]) {
    expect(body).toContain(`Das Konto lukas.weber hat innerhalb von ${span} 37 ${verb}.`);
    expect(body).toContain('https://www.sattelfest.example/backoffice/audit-log');
    expect(body).toContain('20.11.2026, 14:03');
  }
});

test('a username is text and never markup', () => {
  const { html } = renderMail(securityAlert, { ...example, username: '<b>antje</b>' });
  expect(html).not.toContain('<b>antje');
});
