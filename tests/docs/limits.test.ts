/** "Periods and limits" of `docs/product.md` against the constants: whoever changes a number changes both. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { AnyLinkKind } from '#domain/access-links';
import { dayMs, hourMs, minuteMs } from '#domain/time';

const root = join(import.meta.dir, '../..');
const read = (path: string) => Bun.file(join(root, path)).text();
const text = await read('docs/product.md');

const rows = new Map(
  Array.from(
    text
      .split('## Periods and limits\n')[1]
      ?.split('\n#')[0]
      ?.matchAll(/^\|.*$/gm) ?? [],
    ([line]) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
  )
    .slice(2)
    // a name may go on in the next line
    .filter(([, value]) => value !== '')
    .map(([name = '', value = '', place = '']) => [name, { value, place }] as const),
);

const number = (value: number) => value.toLocaleString('en-US');
const units = {
  count: number,
  ms: (value: number) => `${value / 1000} s`,
  seconds: (value: number) => `${value} s`,
  msAsMinutes: (value: number) => `${value / minuteMs} min`,
  minutes: (value: number) => `${value} min`,
  msAsHours: (value: number) => `${value / hourMs} h`,
  days: (value: number) => `${value} days`,
  msAsDays: (value: number) => `${value / dayMs} days`,
  day: (value: number) => `${value * 24} h`,
  percent: (value: number) => `${value * 100} %`,
  kibibytes: (value: number) => `${value / 1024} KiB`,
  mebibytes: (value: number) => `${value / 1024 / 1024} MiB`,
};
type Limit = [path: string, what: RegExp, unit: keyof typeof units];

/** The number that follows `what` in the file, also if it is written as a product. */
async function numberIn(path: string, what: RegExp): Promise<number> {
  const code = await read(path);
  const [, found = ''] = new RegExp(`${what.source}[^\\S\\n]*[=:]?[^\\S\\n]*([\\w. *]+)`).exec(code) ?? [];
  const known: Record<string, number> = { dayMs, hourMs, minuteMs, mebibyte: 1024 * 1024 };
  const factors = found
    .split('*')
    .map((part) => known[part.trim()] ?? Number(part.trim().replaceAll('_', '')));
  return factors.reduce((product, factor) => product * factor, 1);
}

const links: Record<AnyLinkKind, string> = {
  withdrawal: 'Confirmation of a withdrawal',
  status: 'Link to the status page',
  resume: 'Link to an open application',
  confirm: 'Link for the policyholder to confirm',
  stop: 'Link that stops reminders',
  calls: 'Link that ends calls',
  privacy: 'Link to own data',
  offer: 'Link to an offer',
};

const linkLimits = Object.entries(links).map(([kind, name]): [string, Limit[]] => [
  name,
  [['domain/access-links.ts', new RegExp(`${kind}: \\{\\s+\\w+`), kind === 'privacy' ? 'minutes' : 'days']],
]);

const limits: Record<string, Limit[]> = {
  ...Object.fromEntries(linkLimits),
  'Current user counts as fresh': [['web/backoffice/current-user.ts', /staleTime/, 'msAsMinutes']],
  'Sessions of an account': [['db/staff/sessions.ts', /mostSessions/, 'count']],
  'Wrong passwords and codes of an address': [
    ['server/features/auth/guessing.ts', /'password-by-address', limit/, 'count'],
    ['server/features/auth/guessing.ts', /const windowMs/, 'msAsMinutes'],
  ],
  'Wait after 10 of a name, known browser': [
    ['domain/accounts/guesses.ts', /firstWaitMs/, 'ms'],
    ['domain/accounts/guesses.ts', /longestWaitMs/, 'msAsMinutes'],
    ['domain/accounts/guesses.ts', /forgetMs/, 'msAsHours'],
  ],
  'Known browser': [
    ['domain/retention/periods.ts', /deviceCookieDays/, 'days'],
    ['server/features/auth/devices.ts', /mostUsers/, 'count'],
  ],
  'Calls of staff': [['server/http/access.ts', /'staff-calls', limit/, 'count']],
  'Password checks that wait': [['server/features/auth/passwords.ts', /maxWaiting/, 'count']],
  'Public writes': [['server/app.ts', /'public-write', limit/, 'count']],
  'Openings of applications': [['domain/audit/alerts.ts', /openingLimit = \{ limit/, 'count']],
  'Deleted completed applications': [['domain/audit/alerts.ts', /many_deleted: \{\s+limit/, 'count']],
  'Drawings, looks at own data that wait': [
    ['server/http/limits/read-limits.ts', /looks = createQueue\(2,/, 'count'],
  ],
  'The same reading leaves one row': [['server/features/backoffice/readings.ts', /pauseMs/, 'msAsMinutes']],
  'Recorded refusals': [['domain/audit/refusals.ts', /mostRefusals/, 'count']],
  'Rendered pages': [['server/http/limits/read-limits.ts', /'page', limit/, 'count']],
  'Calls that read the database': [['server/http/limits/read-limits.ts', /'api-read', limit/, 'count']],
  'Domains of typed addresses': [
    ['server/features/email-domains/routes.ts', /'email-domain', limit/, 'count'],
  ],
  'What a name server said of one is kept': [
    ['server/features/email-domains/receivers.ts', /yesMs/, 'msAsHours'],
    ['server/features/email-domains/receivers.ts', /noMs/, 'msAsMinutes'],
    ['server/features/email-domains/receivers.ts', /mostDomains/, 'count'],
  ],
  'Look-ups of domains under way': [['server/features/email-domains/receivers.ts', /mostLookups/, 'count']],
  'PDFs for visitors': [['server/http/limits/read-limits.ts', /pdfRule = \{ limit/, 'count']],
  'Callback requests': [['server/http/forms/public-form.ts', /name, limit/, 'count']],
  Withdrawals: [['server/http/forms/public-form.ts', /name, limit/, 'count']],
  'Message that is handed over': [['server/features/mail-in/routes.ts', /longestMessage/, 'mebibytes']],
  'Wrong tokens for it': [['server/features/mail-in/routes.ts', /'mail-in', limit/, 'count']],
  'Text of an answer by mail': [['server/mail-in/answer.ts', /longestText/, 'count']],
  'Answers to a question': [['server/http/forms/public-form.ts', /name, limit/, 'count']],
  'Answers of policyholders': [['server/http/forms/public-form.ts', /name, limit/, 'count']],
  'Staff ask a policyholder again': [
    ['server/features/backoffice/cases/confirmation.ts', /pauseMs/, 'msAsHours'],
  ],
  'Requests for a link to own data': [['server/http/forms/public-form.ts', /name, limit/, 'count']],
  'Ending the links of an application': [['server/http/forms/public-form.ts', /name, limit/, 'count']],
  'The same form is one request': [['server/http/forms/sending.ts', /const sameMs/, 'msAsHours']],
  'The same declaration is one withdrawal': [
    ['server/features/withdrawals/service.ts', /const sameMs/, 'msAsHours'],
  ],
  'Requests for offers': [['server/http/forms/public-form.ts', /name, limit/, 'count']],
  'Invitations of an account': [['domain/preparations/preparations.ts', /mostInvitations/, 'count']],
  'The same person is invited again': [
    ['server/features/backoffice/preparations/invitations.ts', /pauseMs/, 'msAsHours'],
  ],
  'Offers of an account': [['domain/offers/offers.ts', /mostStaffOffers/, 'count']],
  'Reminder of an offer': [['domain/offers/days.ts', /reminderDaysBefore/, 'days']],
  'Begun preparations are counted': [['domain/preparations/preparations.ts', /patienceDays/, 'days']],
  'Requests for a link to an application': [['server/features/access/routes.tsx', /hourly/, 'count']],
  'Further applications from one': [['server/features/access/service.ts', /mostFollowUps/, 'count']],
  'New applications': [
    ['server/features/applications/beginnings.ts', /'applications-begun', limit/, 'count'],
  ],
  'Open applications without contact data': [
    ['domain/retention/periods.ts', /contactlessDays/, 'day'],
    ['db/retention/kinds.ts', /atOnce/, 'count'],
  ],
  'Body of a request': [
    ['server/http/body.ts', /bodyLimit/, 'kibibytes'],
    ['server/http/body.ts', /largestBody/, 'mebibytes'],
  ],
  'Idle connection, half-sent request': [['server/app.ts', /idleSeconds/, 'seconds']],
  'Author cookie': [['domain/access-links.ts', /authorCookieDays/, 'days']],
  'Erased in one hour': [
    ['db/retention/expired.ts', /smallestTurn/, 'count'],
    ['db/retention/expired.ts', /shareOfAll/, 'percent'],
  ],
  'Look for due reminders, erasing': [['server/main.ts', /lookMs/, 'ms']],
  'Look for due mails': [['server/mail/worker.ts', /usualLookMs/, 'ms']],
  'Lease of a mail': [
    ['db/mails/outbox.ts', /leaseMs/, 'ms'],
    ['server/mail/delivery.ts', /usualBeatMs/, 'ms'],
  ],
  'Deliveries at a time': [
    ['server/mail/transport.ts', /parallelDeliveries/, 'count'],
    ['server/mail/transport.ts', /mostDeliveries/, 'count'],
  ],
  'Retry of a mail': [
    ['server/mail/delivery.ts', /firstRetryMs/, 'ms'],
    ['server/mail/delivery.ts', /longestRetryMs/, 'msAsHours'],
    ['server/mail/delivery.ts', /giveUpAfterMs/, 'msAsHours'],
  ],
  'Retry of a mail that may have arrived': [
    ['server/mail/delivery.ts', /doubtWaitsMs = \[/, 'msAsHours'],
    ['server/mail/delivery.ts', /doubtWaitsMs = \[hourMs,/, 'msAsHours'],
  ],
  'New mailboxes a client network reaches': [['domain/mails/kinds.ts', /ofNetwork:/, 'count']],
  'The same, once all have reached the total': [
    ['domain/mails/kinds.ts', /ofNetworkAtTotal:/, 'count'],
    ['domain/mails/kinds.ts', /totals:/, 'count'],
  ],
  'All limited mails but receipts': [['domain/mails/kinds.ts', /mostMailsADay/, 'count']],
  'Looks at own data': [
    ['server/features/privacy/routes.tsx', /'privacy-reading-link', limit/, 'count'],
    ['server/features/privacy/routes.tsx', /'privacy-reading', limit/, 'count'],
  ],
  'Operator file': [['server/operator/file.ts', /largestFile/, 'mebibytes']],
  'Documents of the operator': [
    ['server/documents/given.ts', /each/, 'mebibytes'],
    ['server/documents/given.ts', /all/, 'mebibytes'],
  ],
  'Rows of a page in both logs': [
    ['domain/lists.ts', /usualPageSize/, 'count'],
    ['domain/lists.ts', /largestPageSize/, 'count'],
  ],
  'Applications in a hand-over file': [['domain/cases/handover.ts', /largestHandover/, 'count']],
  'Table of the insurer': [
    ['domain/returns/returns.ts', /largestReturn/, 'mebibytes'],
    ['domain/returns/returns.ts', /mostRows/, 'count'],
    ['domain/returns/table.ts', /mostColumns/, 'count'],
  ],
  'Its cells': [
    ['domain/returns/table.ts', /longestCell/, 'count'],
    ['server/spreadsheets/grid.ts', /mostText/, 'count'],
  ],
  'Unpacking and reading it': [
    ['server/spreadsheets/workbook.ts', /mostUnpacked/, 'mebibytes'],
    ['server/spreadsheets/read.ts', /usualLimitMs/, 'ms'],
  ],
  'Look into the drop folder': [
    ['server/jobs/exchange.ts', /turnMs/, 'ms'],
    ['server/exchange/incoming.ts', /quietMs/, 'ms'],
    ['server/jobs/exchange.ts', /leaseMs/, 'msAsMinutes'],
  ],
  'Files of a build that nobody uses': [['server/kept-builds.ts', /unusedMs/, 'msAsDays']],
  'Start waits for a busy database': [['server/process/start.ts', /patienceMs/, 'ms']],
  'Stop finishes what is in flight': [['server/process/stop.ts', /deadlineMs/, 'ms']],
};

describe.each(Object.entries(limits))('%s', (name, sources) => {
  test.each(sources)('as in %s: %p', async (path, what, unit) => {
    const value = await numberIn(path, what);
    const told = units[unit](value);
    const words = rows.get(name)?.value ?? '';
    expect(words).toMatch(new RegExp(`(?<![\\d,.])${RegExp.escape(told)}(?![,.]?\\d)`));
  });
});

test('every row has its constant', () => {
  expect([...rows.keys()].filter((name) => !(name in limits))).toEqual([]);
});
