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
async function open(mails: Mail[], search = '') {
  const office = await openOffice();
  const rows = mails.map(({ emailType = 'callback_confirmation', error = null, ...more }, index) => {
    const at = office.clock.now + index * 60_000;
    const times = { createdAt: at, nextAttemptAt: at, attemptedAt: at };
    const status = error ? ('failed' as const) : ('sent' as const);
    const recipientEmail = `gast${index}@post.example`;
    return { id: crypto.randomUUID(), recipientEmail, emailType, error, status, ...times, ...more };
  });
  await office.db.write((tx) => tx.insert(outbox).values(rows));
  const { screen, router } = await show(stage, `${pages.backofficeEmailLogs}${search}`);
  await screen.findByText(/^(1|[2-9]|\d\d) Einträge$/);
  const subjects = () =>
    [...document.querySelectorAll('[data-label=Betreff]')].map(({ textContent }) => textContent);
  const lastQuery = () => new URLSearchParams(office.calls.at(-1)?.split('?')[1]);
  const button = (name: string) => screen.queryByRole('button', { name });
  return { office, screen, router, subjects, lastQuery, button };
}

const many = Array.from({ length: 45 }, (_, index) => ({ subject: `Mail ${index + 1}` }));

test('the newest mail comes first, twenty on a page, with the number of all mails', async () => {
  const { screen, subjects, lastQuery, button } = await open(many);
  screen.getByText('45 Einträge');
  expect(subjects()).toEqual(Array.from({ length: 20 }, (_, index) => `Mail ${45 - index}`));
  expect(lastQuery().toString()).toBe('page=1&pageSize=20&sortField=sentAt&sortDirection=desc');
  screen.getByText('Seite 1 von 3');
  expect(button('Zurück')?.hasAttribute('disabled')).toBe(true);
});

test('the pager turns the page, and the old page stays until the new one is loaded', async () => {
  const { office, screen, router, subjects } = await open(many);
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
  const { screen, button } = await open(many.slice(0, 20));
  expect([screen.queryByText(/^Seite/), button('Weiter')]).toEqual([null, null]);
});

test.each(['?page=0', '?page=keine&sort=nichts&type=spam', '?page=99999999999'])(
  'the address %s is corrected',
  async (search) => {
    const { screen, router } = await open(many, search);
    await screen.findByText('Seite 1 von 3');
    await settled(() => expect(router.state.location.search).toEqual({}));
  },
);

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
  const { lastQuery } = await open(many);
  for (const direction of ['desc', 'asc']) {
    await press(heading);
    await settled(() => {
      expect([lastQuery().get('sortField'), lastQuery().get('sortDirection')]).toEqual([field, direction]);
    });
  }
});

test('a failed mail shows its error, and no link without an application', async () => {
  const { screen } = await open([{ subject: 'Mail', error: '550 Mailbox unavailable' }]);
  screen.getByText('Fehlgeschlagen', badge);
  screen.getByText('550 Mailbox unavailable');
  expect(screen.queryByRole('link')).toBeNull();
});

describe('sending failed mails again', () => {
  const all = 'Alle fehlgeschlagenen erneut senden';
  const bounced = (index: number) => ({ subject: `Mail ${index}`, error: '550 Mailbox unavailable' });

  test('is not offered while nothing has failed', async () => {
    const mails = [{ subject: 'Gut' }, { subject: 'Zurück', status: 'bounced' } as const];
    expect((await open(mails)).button(all)).toBeNull();
  });

  test.each([
    [1, '1 E-Mail wird erneut gesendet.'],
    [2, '2 E-Mails werden erneut gesendet.'],
  ])('covers every failed mail (%i)', async (count, description) => {
    const failed = Array.from({ length: count }, (_, index) => bounced(index));
    const { office, screen, button } = await open(failed);
    await press(all);
    await settled(() => expect(screen.getAllByText('Neuer Versuch folgt', badge)).toHaveLength(count));
    expect(button(all)).toBeNull();
    await succeeds(description);
    expect(office.calls.map((call) => call.split('?')[0])).toEqual([
      `GET ${api.emailLogs}`,
      `POST ${api.resendFailedMails}`,
      `GET ${api.emailLogs}`,
    ]);
  });

  test('reports when nothing is left because somebody else was faster', async () => {
    const { office, screen, button } = await open([bounced(1)]);
    await office.db.write((tx) => tx.update(outbox).set({ status: 'sent' }));
    await press(all);
    await screen.findByText('Erfolgreich', badge);
    expect(button(all)).toBeNull();
    await succeeds('Es ist keine E-Mail mehr da, die erneut gesendet werden kann.');
  });

  test.each([
    [all, 'kaputt', 'Die E-Mails konnten nicht erneut gesendet werden.'],
    [all, '{"message":"Gerade nicht."}', 'Gerade nicht.'],
    ['Nochmals zustellen', 'kaputt', 'Die E-Mail konnte nicht erneut gesendet werden.'],
  ])('shows an error and can be tried again (%s, %p)', async (name, body, description) => {
    const { office, screen, button } = await open([bounced(1)]);
    office.instead = ({ method }) => (method === 'POST' ? refused(500, body) : undefined);
    await press(name);
    await fails(description);
    office.instead = () => undefined;
    await press(name);
    await screen.findByText('Neuer Versuch folgt', badge);
    expect(button(name)).toBeNull();
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
