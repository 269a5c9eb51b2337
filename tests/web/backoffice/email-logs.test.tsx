/** The mail log: the server sorts and pages, the address keeps the choice. */
import { describe, expect, test } from 'bun:test';
import { outbox } from '#db/schema/mails';
import { emailTypes, mailKinds } from '#domain/mails/kinds';
import { mailStatusLabels, uncertainDelivery } from '#domain/mails/log';
import { api, pages } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { mail } from './listed';
import { hands, optionsOf, show as showScripted } from './scripted-screen';
import { refused, setOffice, show } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice({ emptied: [outbox] });
const { fails, fill, press, settled, succeeds } = hands(stage);
/** Not the option of the filter. */
const badge = { ignore: 'option' };

type Mail = { subject: string; error?: string } & Partial<
  Pick<typeof outbox.$inferInsert, 'emailType' | 'applicationId' | 'status' | 'bouncedAt' | 'bounceCode'>
>;

/** An office that sent these mails, one minute apart. */
async function startWithMails(mails: Mail[]) {
  const office = await openOffice();
  const { now } = office.clock;
  const rows = mails.map(({ emailType = 'callback_confirmation', error = null, ...mail }, index) => {
    const at = now + index * 60_000;
    const times = { createdAt: at, nextAttemptAt: at, attemptedAt: at };
    const status = error ? ('failed' as const) : ('sent' as const);
    const recipientEmail = `gast${index}@post.example`;
    return { id: crypto.randomUUID(), recipientEmail, emailType, error, status, ...times, ...mail };
  });
  if (rows.length > 0) await office.db.write((tx) => tx.insert(outbox).values(rows));
  return office;
}

async function open(mails: Mail[], search = '') {
  const office = await startWithMails(mails);
  const { screen, router } = await show(stage, `/backoffice/email-logs${search}`);
  const subjects = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('[data-label=Betreff]')?.textContent);
  const lastQuery = () => new URLSearchParams(office.calls.at(-1)?.split('?')[1]);
  return { office, screen, router, subjects, lastQuery };
}

const many = Array.from({ length: 45 }, (_, index) => ({ subject: `Mail ${index + 1}` }));

test('the newest mail comes first, twenty on a page, with the number of all mails', async () => {
  const { screen, subjects, lastQuery } = await open(many);
  await screen.findByText('45 Einträge');
  expect(subjects()).toEqual(
    many
      .slice(25)
      .map(({ subject }) => subject)
      .toReversed(),
  );
  expect(Object.fromEntries(lastQuery())).toEqual({
    page: '1',
    pageSize: '20',
    sortField: 'sentAt',
    sortDirection: 'desc',
  });
  await screen.findByText('Seite 1 von 3');
  expect(screen.getByRole('button', { name: 'Zurück' }).hasAttribute('disabled')).toBe(true);
});

test('the pager turns the page, and the old page stays until the new one is loaded', async () => {
  const { office, screen, router, subjects } = await open(many);
  await screen.findByText('Seite 1 von 3');
  const { promise, resolve } = Promise.withResolvers<undefined>();
  office.instead = async () => promise as never;
  await press('Weiter');
  await screen.findByText('Aktualisiere...');
  expect(subjects()).toHaveLength(20);
  resolve(undefined);
  await settled(() => expect(subjects()[0]).toBe('Mail 25'));
  await screen.findByText('Seite 2 von 3');
  expect(screen.queryByText('Aktualisiere...')).toBeNull();
  expect(router.state.location.search).toEqual({ page: 2 });
  screen.getByRole('button', { name: 'Weiter' }).focus();
  await press('Weiter');
  await settled(() => expect(subjects()).toHaveLength(5));
  // the button that had the focus is disabled
  expectFocus(screen.getByText('Seite 3 von 3'));
  expect(screen.getByRole('button', { name: 'Weiter' }).hasAttribute('disabled')).toBe(true);
  await press('Zurück');
  await screen.findByText('Seite 2 von 3');
});

test.each([
  ['pending', 'Ein neuer Versuch folgt.', 0],
  ['failed', 'Sie kann angekommen sein.', 1],
] as const)('a %s mail that may have arrived says so', async (status, next, buttons) => {
  const error = `${uncertainDelivery} (ETIMEDOUT): Der Mailserver schweigt.`;
  const { screen } = await open([{ subject: 'Mail', error, status }]);
  await screen.findByText(uncertainDelivery);
  screen.getByText(`Der Mailserver schweigt. ${next}`);
  expect(screen.queryAllByText(/^(Fehlgeschlagen|Neuer Versuch folgt)$/, badge)).toEqual([]);
  expect(screen.queryAllByRole('button', { name: 'Nochmals zustellen' })).toHaveLength(buttons);
});

test('a single page has no pager', async () => {
  const { screen } = await open(many.slice(0, 20));
  await screen.findByText('20 Einträge');
  expect(screen.queryByText(/^Seite/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Weiter' })).toBeNull();
});

test.each([
  ['?page=99', 'Seite 3 von 3', { page: 3 }],
  ['?page=0', 'Seite 1 von 3', {}],
  ['?page=keine&sort=nichts&type=spam', 'Seite 1 von 3', {}],
  ['?page=99999999999', 'Seite 1 von 3', {}],
])('the address %s is corrected', async (search, pager, kept) => {
  const { screen, router } = await open(many, search);
  await screen.findByText(pager);
  await settled(() => expect(router.state.location.search).toEqual(kept));
});

test('the filters offer each type and status, and load the mails of one type', async () => {
  const mails = emailTypes.map((emailType) => ({ emailType, subject: emailType }));
  const all = `${many.length + mails.length} Einträge`;
  const { screen, subjects } = await open([...many, ...mails], '?page=3');
  await screen.findByText(all);
  const filter = screen.getByRole('combobox', { name: 'Nach Typ filtern' });
  expect(optionsOf(filter)).toEqual(['Alle Typen', ...Object.values(mailKinds).map(({ label }) => label)]);
  await fill(filter, 'reminder_first');
  await screen.findByText('1 Einträge');
  expect(subjects()).toEqual(['reminder_first']);
  expect(optionsOf(screen.getByRole('combobox', { name: 'Nach Status filtern' }))).toEqual([
    'Alle Status',
    ...Object.values(mailStatusLabels),
  ]);
});

test('a mail that came back says when and why, and can be sent again', async () => {
  const returned = { bouncedAt: Date.parse('2026-11-21T08:30:00Z'), bounceCode: '5.2.2' };
  const { office, screen } = await open([{ subject: 'Zurück', status: 'bounced', ...returned }]);
  const table = await screen.findByRole('table');
  for (const text of ['Unzustellbar', 'Das Postfach ist voll.', 'Zurückgekommen am 21.11.2026, 09:30'])
    expect(table.textContent).toContain(text);
  expect(screen.queryByRole('button', { name: 'Alle fehlgeschlagenen erneut senden' })).toBeNull();
  await press('Nochmals zustellen');
  await screen.findByText('Neuer Versuch folgt', badge);
  expect(office.calls.map((call) => call.split(' ')[0])).toEqual(['GET', 'POST', 'GET']);
});

test.each([
  ['Typ', 'emailType'],
  ['Empfänger', 'recipientEmail'],
  ['Betreff', 'subject'],
  ['Status', 'successful'],
])('%s sorts by %s, descending first', async (heading, field) => {
  const { screen, lastQuery } = await open(many);
  await screen.findByText('45 Einträge');
  for (const direction of ['desc', 'asc']) {
    await press(heading);
    await settled(() => {
      expect([lastQuery().get('sortField'), lastQuery().get('sortDirection')]).toEqual([field, direction]);
    });
  }
});

test('a failed mail shows its error, markup as text, and no link without an application', async () => {
  const subject = '<img src=x onerror=alert(1)>';
  const { screen } = await open([{ subject, error: '550 Mailbox unavailable' }]);
  await screen.findByText(subject);
  await screen.findByText('Fehlgeschlagen', badge);
  await screen.findByText('550 Mailbox unavailable');
  expect(document.querySelector('img')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

describe('sending failed mails again', () => {
  const all = 'Alle fehlgeschlagenen erneut senden';
  const bounced = (index: number) => ({ subject: `Mail ${index}`, error: '550 Mailbox unavailable' });

  test('is not offered while nothing has failed', async () => {
    const { screen } = await open(many.slice(0, 1));
    await screen.findByText('1 Einträge');
    expect(screen.queryByRole('button', { name: all })).toBeNull();
  });

  test.each([
    [1, '1 E-Mail wird erneut gesendet.'],
    [2, '2 E-Mails werden erneut gesendet.'],
  ])('covers every failed mail (%i)', async (count, description) => {
    const failed = Array.from({ length: count }, (_, index) => bounced(index));
    const { office, screen } = await open(failed);
    await press(all);
    await settled(() => expect(screen.getAllByText('Neuer Versuch folgt', badge)).toHaveLength(count));
    expect(screen.queryByRole('button', { name: all })).toBeNull();
    await succeeds(description);
    expect(office.calls.map((call) => call.split('?')[0])).toEqual([
      `GET ${api.emailLogs}`,
      `POST ${api.resendFailedMails}`,
      `GET ${api.emailLogs}`,
    ]);
  });

  test('reports when nothing is left because somebody else was faster', async () => {
    const { office, screen } = await open([bounced(1)]);
    await screen.findByRole('button', { name: all });
    await office.db.write((tx) => tx.update(outbox).set({ status: 'sent' }));
    await press(all);
    await screen.findByText('Erfolgreich', badge);
    expect(screen.queryByRole('button', { name: all })).toBeNull();
    const description = 'Es ist keine E-Mail mehr da, die erneut gesendet werden kann.';
    await succeeds(description);
  });

  test.each([
    [all, 'kaputt', 'Die E-Mails konnten nicht erneut gesendet werden.'],
    [all, '{"message":"Gerade nicht."}', 'Gerade nicht.'],
    ['Nochmals zustellen', 'kaputt', 'Die E-Mail konnte nicht erneut gesendet werden.'],
  ])('shows an error and can be tried again (%s, %p)', async (name, body, description) => {
    const { office, screen } = await open([bounced(1)]);
    office.instead = ({ method }) => (method === 'POST' ? refused(500, body) : undefined);
    await press(name);
    await fails(description);
    office.instead = () => undefined;
    await press(name);
    await screen.findByText('Neuer Versuch folgt', badge);
    expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

test('the application is a link with the first eight characters of its id', async () => {
  const applicationId = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const { screen } = await showScripted(stage, pages.backofficeEmailLogs, {
    replies: {
      [`GET ${api.emailLogs}`]: { body: { logs: [{ ...mail, applicationId }], total: 1, totalPages: 1 } },
    },
  });
  const link = await screen.findByRole('link', { name: '0f8fad5b...' });
  expect(link.getAttribute('href')).toBe(`/backoffice/applications/${applicationId}`);
});
