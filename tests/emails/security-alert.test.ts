import { expect, test } from 'bun:test';
import { auditLabel } from '#domain/audit/actions';
import { alertActs, alertKinds, alertRules, isCounted } from '#domain/audit/alerts';
import { exampleSite, renderMail } from '#emails/render.tsx';
import { type AlertProps, securityAlert } from '#emails/security-alert.tsx';

const who = { ...exampleSite, username: 'lukas.weber', at: '2026-11-20T13:03:27Z' };

/** Props, the name in the subject, and the sentence of an alert. */
function alertOf(kind: (typeof alertKinds)[number]): [AlertProps, name: string, sentence: string] {
  if (isCounted(kind)) {
    const { verb, span } = alertRules[kind];
    const sentence = `Das Konto lukas.weber hat innerhalb von ${span} 37 ${verb}.`;
    return [{ ...who, kind, count: 37 }, 'lukas.weber', sentence];
  }
  const sentence = `Das Konto lukas.weber hat ${alertActs[kind]('mira.yilmaz')}.`;
  return [{ ...who, kind, account: 'mira.yilmaz' }, 'mira.yilmaz', sentence];
}

const ofAccounts = alertKinds.filter((kind) => kind !== 'many_first_contacts');

test.each(ofAccounts)('the alert of %s says who did what or how much, and when, in HTML and text', (kind) => {
  const [props, name, sentence] = alertOf(kind);
  const { subject, html, text } = renderMail(securityAlert, props);
  const title = isCounted(kind) ? alertRules[kind].title : auditLabel(kind);
  expect(subject).toBe(`Sicherheitshinweis: ${title} (${name})`);
  for (const body of [html, text]) {
    expect(body).toContain(sentence);
    expect(body).toContain('https://www.sattelfest.example/backoffice/audit-log');
    expect(body).toContain('20.11.2026, 14:03');
  }
});

test('the alert of mails to strangers says how many, that the others wait, and where they are listed', () => {
  const kind = 'many_first_contacts' as const;
  const props = { ...who, username: 'E-Mail-Versand', kind, count: 60 };
  const { html, text } = renderMail(securityAlert, props);
  for (const body of [html, text]) {
    expect(body).toContain('Innerhalb von einer Stunde haben wir an 60 Adressen zum ersten Mal geschrieben.');
    expect(body).toContain('verloren geht keine');
    expect(body).toContain('https://www.sattelfest.example/backoffice/email-logs');
    expect(body).not.toContain('Sitzungen');
  }
  // the product sends them, and no account
  expect(text).not.toMatch(/Konto|E-Mail-Versand/);
  expect(renderMail(securityAlert, { ...props, count: 1 }).text).toContain('an 1 Adresse zum ersten Mal');
});

test('the alert about an act is right for its author, too', () => {
  const { text } = renderMail(securityAlert, { ...who, kind: 'user_created', account: 'mira.yilmaz' });
  expect(text).toContain('Waren Sie das selbst, müssen Sie nichts weiter tun.');
  expect(text).toContain('die Person, der das Konto lukas.weber gehört');
});

test('a username is text and never markup', () => {
  const { html } = renderMail(securityAlert, { ...securityAlert.example, username: '<b>antje</b>' });
  expect(html).not.toContain('<b>antje');
});
