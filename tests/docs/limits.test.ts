/** "Periods and limits" of `docs/product.md` against the numbers of the domain. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type AnyLinkKind, authorCookieDays, linkMs } from '#domain/access-links';
import { openingLimit } from '#domain/audit/alerts';
import { largestHandover } from '#domain/cases/handover';
import { largestPageSize, usualPageSize } from '#domain/lists';
import { mostMailsADay, newMailboxes } from '#domain/mails/kinds';
import { mostStaffOffers } from '#domain/offers';
import { mostInvitations, patienceDays } from '#domain/preparations/preparations';
import { deviceCookieDays, usualPeriods } from '#domain/retention/periods';
import { largestReturn, longestCell, mostColumns, mostRows } from '#domain/returns/returns';
import { dayMs, minuteMs } from '#domain/time';

const text = await Bun.file(join(import.meta.dir, '../../docs/product.md')).text();
const rows = new Map(
  Array.from(text.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\| `/gm), ([, name = '', value = '']) => [
    name,
    value,
  ]),
);

const count = (value: number) => value.toLocaleString('en-US');
const days = (value: number) => `${value} days`;
const link = (kind: AnyLinkKind) => days(linkMs(kind) / dayMs);

const told: [row: string, ...values: string[]][] = [
  ['Confirmation of a withdrawal', link('withdrawal')],
  ['Link to the status page', link('status')],
  ['Link to an open application', link('resume')],
  ['Link for the policyholder to confirm', link('confirm')],
  ['Link that stops reminders', link('stop')],
  ['Link that ends calls', link('calls')],
  ['Link to an offer', link('offer')],
  ['Link to own data', `${linkMs('privacy') / minuteMs} min`],
  ['Author cookie', days(authorCookieDays)],
  ['Known browser', days(deviceCookieDays)],
  ['Open applications without contact data', `${usualPeriods.contactlessDays * 24} h`],
  ['Openings of applications', `${openingLimit.limit} in`],
  ['Rows of a page in both logs', count(usualPageSize), count(largestPageSize)],
  ['Applications in a hand-over file', count(largestHandover)],
  ['New mailboxes a client network reaches', `${newMailboxes.ofNetwork} an hour`],
  [
    'The same, once all have reached the total',
    `${newMailboxes.ofNetworkAtTotal} an hour`,
    `${newMailboxes.totals} totals`,
  ],
  ['All limited mails but receipts', `${mostMailsADay} in`],
  ['Offers of an account', `${mostStaffOffers} in`],
  ['Invitations of an account', `${mostInvitations} in`],
  ['Begun preparations are counted', `after ${days(patienceDays)}`],
  [
    'Table of the insurer',
    `${largestReturn / 1024 / 1024} MiB`,
    `${count(mostRows)} rows`,
    `${mostColumns} columns`,
  ],
  ['Its cells', `${count(longestCell)} characters`],
];

test.each(told)('%s is as in the domain', (row, ...values) => {
  for (const value of values)
    expect(rows.get(row)).toMatch(new RegExp(`(?<![\\d,.])${RegExp.escape(value)}`));
});
