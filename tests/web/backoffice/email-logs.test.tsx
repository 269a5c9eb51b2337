/** The mail log: what a mail says of itself, and what the server is asked for. */
import { expect, test } from 'bun:test';
import { type EmailType, emailTypes, mailKinds } from '#domain/mails/kinds';
import { bounceSentence, type EmailLog, mailStatusLabels, uncertainDelivery } from '#domain/mails/log';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { mail } from './listed';
import { hands, linesIn, optionsOf, show } from './scripted-screen';

const stage = setDocument();
const { press } = hands(stage);
const list = `GET ${api.emailLogs}`;
const applicationId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const again = 'Nochmals zustellen';

async function open(mails: Partial<EmailLog>[], more = {}) {
  const logs = mails.map((change, at) => ({ ...mail, id: `${at}`, ...change }));
  const body = { logs, total: 45, totalPages: 3, ...more };
  const shown = await show(stage, pages.backofficeEmailLogs, { replies: { [list]: { body } } });
  return { ...shown, table: await shown.screen.findByRole('table') };
}

test('each mail says what became of it, and one that failed or came back can be sent again', async () => {
  const uncertain = `${uncertainDelivery} (ETIMEDOUT): Der Mailserver schweigt.`;
  const { screen, table } = await open([
    { applicationId },
    { status: 'failed', errorMessage: '550 Mailbox unavailable', attempts: 3 },
    { status: 'pending', errorMessage: uncertain },
    { status: 'failed', errorMessage: uncertain },
    { status: 'bounced', bounceCode: '5.2.2', bouncedAt: '2026-11-21T08:30:00Z' },
  ]);
  const begins = `20.11.2026, 10:00 | ${mailKinds.completion.label} | gast@post.example | Ihr Antrag | `;
  const { sent, failed, bounced } = mailStatusLabels;
  expect(linesIn(table)).toEqual(
    [
      `${sent} | 0f8fad5b...`,
      `${failed}3 Versuche550 Mailbox unavailable${again} | -`,
      `${uncertainDelivery}Der Mailserver schweigt. Ein neuer Versuch folgt. | -`,
      `${uncertainDelivery}Der Mailserver schweigt. Sie kann angekommen sein.${again} | -`,
      `${bounced}${bounceSentence('5.2.2')}Zurückgekommen am 21.11.2026, 09:30${again} | -`,
    ].map((outcome) => begins + outcome),
  );
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([`/backoffice/applications/${applicationId}`]);
  screen.getByText('45 Einträge');
});

test.each([undefined, true])(
  'all are sent again if the server says that some can be: %p',
  async (resendable) => {
    const { screen } = await open([mail], { resendable });
    const buttons = screen.queryAllByRole('button', { name: 'Alle fehlgeschlagenen erneut senden' });
    expect(buttons).toHaveLength(resendable ? 1 : 0);
  },
);

test('the filters offer each type and status', async () => {
  const { screen } = await open([mail]);
  const offered = (name: string) => optionsOf(screen.getByRole('combobox', { name }));
  const labels = emailTypes.map((type: EmailType) => mailKinds[type].label);
  expect(offered('Nach Typ filtern')).toEqual(['Alle Typen', ...labels]);
  expect(offered('Nach Status filtern')).toEqual(['Alle Status', ...Object.values(mailStatusLabels)]);
});

test('the newest come first, and each heading lets the server sort, descending first', async () => {
  const { calls } = await open([mail]);
  const asked = (field: string, direction: string) =>
    `${list}?page=1&pageSize=20&sortField=${field}&sortDirection=${direction}`;
  const expected = [asked('sentAt', 'desc')];
  for (const [heading, field] of [
    ['Typ', 'emailType'],
    ['Empfänger', 'recipientEmail'],
    ['Betreff', 'subject'],
    ['Status', 'successful'],
  ] as const)
    for (const direction of ['desc', 'asc']) {
      await press(heading);
      expected.push(asked(field, direction));
    }
  expect(calls).toEqual(expected);
});
