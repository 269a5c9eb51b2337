/** The page of the audit log. */
import { expect, test } from 'bun:test';
import type { AuditChain, AuditEntry } from '#domain/audit/actions';
import { api } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { auditEntry as entry } from './listed';
import { show } from './scripted-screen';

const stage = setDocument();
const applicationId = '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64';
const open = (chain: AuditChain, entries: AuditEntry[] = []) => {
  const body = { entries, total: entries.length, totalPages: 1, chain };
  return show(stage, '/backoffice/audit-log', {
    replies: { [`GET ${api.auditLog}?page=1&pageSize=20`]: { body }, [`GET ${api.users}`]: { body: [] } },
  });
};

test('a whole chain is said in one line, and nothing warns', async () => {
  const { screen } = await open({ whole: true, firstBroken: null });
  await screen.findByText('Das Protokoll ist vollständig und unverändert.');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  [1, '1 Eintrag'],
  [2, '2 Einträge'],
])('%i entries are counted as "%s"', async (count, words) => {
  const entries = Array.from({ length: count }, (_, index) => entry(index + 1, 'admin', 'forbidden'));
  const { screen } = await open({ whole: true, firstBroken: null }, entries);
  await screen.findByText(words, { exact: true });
});

test.each([
  [17, 'Das Protokoll wurde verändert: Eintrag 17 passt nicht zu den Einträgen davor.'],
  [null, 'Das Protokoll lässt sich nicht prüfen.'],
])('a chain that is broken at %p is an alert', async (firstBroken, sentence) => {
  const { screen } = await open({ whole: false, firstBroken }, [
    entry(18, 'admin', 'forbidden'),
    entry(17, 'admin', 'forbidden'),
  ]);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(`${sentence} Bitte geben Sie der Person Bescheid, die den Server betreibt.`);
  const marked = screen.getAllByRole('row').filter((row) => row.textContent?.includes('Passt nicht'));
  expect(marked.map((row) => row.querySelector('td')?.textContent)).toEqual(
    firstBroken === null ? [] : ['17 Passt nicht'],
  );
});

test('an old account with a name that the product uses itself is marked', async () => {
  const { screen } = await open({ whole: true, firstBroken: null }, [
    entry(4, 'Betroffene Person', 'application_deleted', applicationId, applicationId),
    entry(3, 'Betroffene Person', 'application_deleted', applicationId, 'person'),
    entry(2, 'lukas.weber', 'application_deleted', applicationId, applicationId),
    entry(1, '', 'too_many'),
  ]);
  await screen.findByText('Betroffene Person (Konto)');
  const actors = screen.getAllByRole('row').map((row) => row.querySelectorAll('td')[2]?.textContent);
  expect(actors.slice(1)).toEqual([
    'Betroffene Person (Konto)',
    'Betroffene Person',
    'lukas.weber',
    'nicht angemeldet',
  ]);
});

test('each entry says who did what to what, and only what is about an application leads there', async () => {
  const rows: [AuditEntry, shown: string][] = [
    [
      entry(10, '', 'sign_in_refused', 'AbCdEf0123456789'),
      'nicht angemeldetAnmeldung abgelehntAbCdEf0123456789',
    ],
    [entry(9, 'lukas.weber', 'forbidden'), 'lukas.weberZugriff verweigert-'],
    [entry(7, 'lukas.weber', 'persons_listed', '48'), 'lukas.weberPersonen in Listen gesehen48 Personen'],
    [
      entry(6, 'E-Mail-Versand', 'many_first_contacts', '1'),
      'E-Mail-VersandAuffällig viele E-Mails an neue Adressen1 Adresse',
    ],
    [entry(5, 'lukas.weber', 'many_opened', '121'), 'lukas.weberAuffällig viele Anträge geöffnet121 Anträge'],
    [
      entry(4, 'Betroffene Person', 'drafts_deleted', '43200'),
      'Betroffene PersonEntwürfe gelöscht43200 Entwürfe',
    ],
    [entry(2, 'lukas.weber', 'details_opened', applicationId), `lukas.weberAntrag geöffnet${applicationId}`],
    [
      entry(1, 'lukas.weber', 'links_ended', applicationId),
      `lukas.weberLinks ungültig gemacht${applicationId}`,
    ],
  ];
  const { screen } = await open(
    { whole: true, firstBroken: null },
    rows.map(([one]) => one),
  );
  await screen.findByText('Antrag geöffnet');
  const cells = screen.getAllByRole('row').map((row) => row.textContent ?? '');
  expect(cells.slice(1).map((text) => text.replace(/^.*?\d\d:\d\d/, ''))).toEqual(
    rows.map(([, shown]) => shown),
  );
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((href) => href?.startsWith('/backoffice/applications/'))).toEqual(
    Array(2).fill(`/backoffice/applications/${applicationId}`),
  );
});
