/**
 * `docs/reference.md` is made from the code, so that nobody keeps its tables by hand. `REFERENCE=write bun test
 * tests/docs/reference.test.ts` writes it anew.
 */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { TObject, TSchema } from 'typebox';
import { authorCookieDays, linkKinds, linkMs } from '#domain/access-links';
import { setSchema } from '#domain/application';
import { openingLimit } from '#domain/audit/alerts';
import { callbackRequest } from '#domain/callbacks/request';
import {
  caseStatuses,
  caseStatusKeys,
  isMessageStatus,
  nextStatuses,
  stepMessages,
} from '#domain/cases/statuses';
import { largestReturn, longestCell, mostColumns, mostRows } from '#domain/insurer/answers';
import { handoverFacts, largestHandover, usualColumns } from '#domain/insurer/handover';
import { keysOf } from '#domain/keys';
import { withdrawalRequest } from '#domain/law/withdrawals';
import { largestPageSize, usualPageSize } from '#domain/lists';
import {
  emailTypes,
  mailCaps,
  mailKinds,
  mostMailsADay,
  newMailboxes,
  reminderCap,
} from '#domain/mails/kinds';
import { offerRequest, offersADay } from '#domain/offers';
import { mostInvitations, patienceDays } from '#domain/preparations/preparations';
import { deviceCookieDays, type Periods, retentionRules, usualPeriods } from '#domain/retention/periods';
import { setKeys, stepOf } from '#domain/steps/all';
import { dayMs, hourMs, minuteMs } from '#domain/time';
import { exampleSite } from '#emails/render.tsx';
import { createApp } from '#server/app';
import { roleOf } from '#server/http/access';
import { renderExample } from '#server/mails/kinds';
import { noAssets, setApp } from '#tests/support/app';
import { screens, sidebar } from '#web/backoffice/screens';

const path = join(import.meta.dir, '../../docs/reference.md');
const app = setApp({
  env: { RATE_LIMIT: 'on', METRICS_TOKEN: 'watching-all-day', MAIL_IN_TOKEN: 'what-comes-back-here' },
});

// ASVS 6.1.3, 6.3.4, 8.1.1, 8.2.1
test('the reference is what the code says', async () => {
  const parts = [
    '# Reference\n\nMade from the code, and held to it by `tests/docs/reference.test.ts`. [Product](product.md) explains it.',
    `## Pages\n\nWith the titles of those that need no id and no token.\n\n${await publicPages()}`,
    `## Calls\n\n${ofCalls}\n\n${calls()}`,
    `## Screens of staff\n\n${staffScreens()}`,
    `## Fields\n\nOf the wizard and of the forms of visitors. What is not optional is required. \`/api/docs\` describes every other body.\n\n${fields()}`,
    `## Statuses of a case\n\n${statuses()}`,
    `## Mails\n\n${ofMails}\n\n${mails()}`,
    `## Rate limits\n\n${ofLimits}\n\n${await limits()}`,
    `## Periods\n\nWhat is kept, and from when on, is said in the words of the Löschplan; variables of the environment say how long.\n\n${periods()}`,
    `## Facts of a hand-over\n\n${ofFacts}\n\n${columnFacts()}`,
    `## Largest\n\n${numbers()}`,
  ];
  const text = `${parts.join('\n\n')}\n`;
  if (process.env.REFERENCE === 'write') await Bun.write(path, text);
  expect(await Bun.file(path).text()).toBe(text);
});

const ofCalls = `A call without a role is public. \`newcomer\` is whoever is signed in, \`account\` who need not change the password
first, \`staff\` who has a second factor if everybody needs one. Where a public form is posted, \`GET\` leads a browser
back to its page; at \`/api/confirmations/{token}\`, programs get what the policyholder is asked.`;

const ofMails = `"Limit" is how many mails a mailbox gets in 24 hours; types with the same word in brackets share it. All types with a
limit but \`withdrawal_receipt\` together: ${mostMailsADay}. Mails about applications that were begun from another one count by
themselves: ${mailCaps.followUps}. Automatic reminders: ${reminderCap.mails} in ${reminderCap.days} days.
"Asked by": what nobody has asked for is not sent where a mail came back.`;

const ofLimits = `Counted for the client, but \`openings\` and \`staff-calls\` for the account, \`pdf-link\` and \`privacy-reading-link\` for
the link. \`password-by-address\` counts failures, \`mail-in\` wrong tokens.`;

const ofFacts = `What \`[[handover.columns]]\` of \`operator.toml\` can name as \`fact\`. Without it, tables have the columns with a yes, under
these titles and in this order; JSON has their facts under these keys.`;

/** Columns are as wide as the formatter makes them. */
function table(head: string[], rows: (string | number)[][]): string {
  const widths = head.map((name, at) =>
    Math.max(3, ...[name, ...rows.map((row) => row[at])].map((one) => `${one}`.length)),
  );
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell, at) => `${cell}`.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n');
}

const code = (text: string) => `\`${text}\``;

async function publicPages(): Promise<string> {
  const paths: string[] = app.app.routes.flatMap(({ method, path }) =>
    method === 'GET' && !/^\/(api|assets|static|backoffice|dev|health|metrics|ready)(\/|$)/.test(path)
      ? [path]
      : [],
  );
  const rows = paths.map(async (path) => {
    const shown = path.includes(':') ? '' : await (await app.ask('GET', path)).text();
    return [code(withBraces(path)), shown.match(/<title>([^<|]*)/)?.[1]?.trim() ?? ''];
  });
  return table(['Path', 'Title'], await Promise.all(rows));
}

const withBraces = (path: string) => path.replace(/:(\w+)/g, '{$1}');

function calls(): string {
  const named = app.app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(api\/|health|ready|metrics)/.test(path))
    .filter(({ path }) => !path.startsWith('/api/docs'))
    .map((route) => ({ ...route, role: roleOf(route), path: withBraces(route.path) }));
  const paths = Map.groupBy(named, ({ path }) => path);
  return table(
    ['Path', 'Methods', 'Role'],
    Array.from(paths, ([path, routes]) => [
      code(path),
      routes.map(({ method }) => method).join(', '),
      [...new Set(routes.map(({ role }) => role ?? ''))].join(', '),
    ]),
  );
}

const { home, groups, checks, account } = sidebar;
const places: typeof groups = { Dashboard: home, ...groups, Prüfung: checks, account };

function staffScreens(): string {
  return table(
    ['Path', 'Title', 'Role', 'Where'],
    screens.map((screen) => [
      ...[code(withBraces(screen.path)), screen.title ?? '', screen.role ?? 'staff'],
      Object.keys(places).find((place) => places[place]?.includes(screen)) ?? '',
    ]),
  );
}

function fields(): string {
  const day = '2026-11-20';
  const described: [string, TObject][] = [
    ...setKeys.map((key): [string, TObject] => [stepOf(key).title, setSchema(key, day)]),
    ['Rückruf', callbackRequest],
    ['Angebot', offerRequest(day)],
    ['Widerruf', withdrawalRequest],
  ];
  return described
    .map(([title, { properties, required }]) => {
      const rows = Object.entries<TSchema>(properties).map(([name, field]) => [
        code(name),
        valuesOf(field),
        (required as string[]).includes(name) ? '' : 'optional',
      ]);
      return `### ${title}\n\n${table(['Field', 'Values', ''], rows)}`;
    })
    .join('\n\n');
}

function valuesOf(field: TSchema & { enum?: unknown[]; maxLength?: number; type?: string }): string {
  if (field.enum) return field.enum.map((value) => code(String(value))).join(', ');
  if (field.maxLength !== undefined) return `text, at most ${field.maxLength} characters`;
  return field.type ?? '';
}

function statuses(): string {
  return table(
    ['Status', 'Label', 'For applicants', 'What may follow', 'Follow-up in working days', 'Message'],
    caseStatusKeys.map((status) => {
      const { label, publicLabel, followUpDays } = caseStatuses[status];
      const next = nextStatuses[status].map(code).join(', ');
      const message = isMessageStatus(status) ? stepMessages[status] : 'none';
      return [code(status), label, publicLabel, next, followUpDays ?? 'done', message];
    }),
  );
}

function mails(): string {
  return table(
    ['Type', 'Label', 'To', 'Asked by', 'Limit', 'Subject of the example'],
    emailTypes.map((type) => {
      const { label, to, by, cap } = mailKinds[type];
      const asker = to === 'visitor' ? (by ?? 'nobody') : '';
      const { subject } = renderExample(type, exampleSite);
      return [code(type), label, to, asker, cap ? `${mailCaps[cap]} (${cap})` : '', subject];
    }),
  );
}

type Rule = { name: string; limit?: number; windowMs?: number };

async function limits(): Promise<string> {
  const rules: Rule[] = [];
  const meters = { ...app.context.meters, limitSet: (rule: Rule) => rules.push(rule) };
  // the gauges of the first one
  app.context.meters.registry.clear();
  await createApp({ ...app.context, meters }, noAssets);
  const counted = rules.flatMap(({ name, limit, windowMs }) =>
    limit && windowMs ? [[code(name), limit, spanOf(windowMs)]] : [],
  );
  return table(['Limit', 'Hits', 'In'], counted);
}

function spanOf(ms: number): string {
  if (ms % dayMs === 0) return `${ms / dayMs} ${ms === dayMs ? 'day' : 'days'}`;
  return ms % hourMs === 0 ? `${ms / hourMs} h` : `${ms / minuteMs} min`;
}

function periods(): string {
  const lengthOf = (period: keyof Periods) =>
    period.endsWith('Years') ? `${usualPeriods[period]} years` : spanOf(usualPeriods[period] * dayMs);
  return table(
    ['What', 'Length', 'From'],
    [
      ...keysOf(linkKinds).map((kind) => [`Link ${code(kind)}`, spanOf(linkMs(kind)), 'the mail']),
      ['Cookie of an author', `${authorCookieDays} days`, 'the last save'],
      ['Cookie of a known browser', `${deviceCookieDays} days`, 'the last sign-in'],
      ...Object.values(retentionRules).map(({ label, since, period }) => [
        `Kept: ${label}`,
        period ? lengthOf(period) : 'each its own',
        since,
      ]),
    ],
  );
}

function columnFacts(): string {
  const usual = new Set(usualColumns.map(({ fact }) => fact));
  const rows = Object.entries(handoverFacts).map(([key, { title }]) => [
    `\`${key}\``,
    title,
    usual.has(key) ? 'yes' : '',
  ]);
  return table(['Fact', 'Title', 'Usual'], rows);
}

function numbers(): string {
  const told: [string, string | number][] = [
    ['Rows of a page of a list', `${usualPageSize}, at most ${largestPageSize}`],
    ['Applications in a hand-over file', largestHandover],
    ['File of the insurer', `${largestReturn / 1024 / 1024} MiB, ${mostRows} rows, ${mostColumns} columns`],
    ['Cell of such a file', `${longestCell} characters`],
    ['Openings of applications by an account', `${openingLimit.limit} in ${spanOf(openingLimit.spanMs)}`],
    ['New mailboxes of a client network', `${newMailboxes.ofNetwork} an hour`],
    [
      'The same above the total',
      `${newMailboxes.ofNetworkAtTotal} an hour; none above ${newMailboxes.totals} totals`,
    ],
    ['Offers of an account', `${offersADay.most} in 24 h`],
    ['Invitations of an account', `${mostInvitations} in 24 h`],
    ['Begun preparations are counted', `after ${patienceDays} days`],
  ];
  return table(['What', 'Value'], told);
}
