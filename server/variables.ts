import { isIPv4, isIPv6 } from 'node:net';
import { longestPassword, shortestPassword, usernameProblem } from '#domain/accounts/user';
import { usualSubmitLabel } from '#domain/application';
import { maximum } from '#domain/fields';
import { keysOf } from '#domain/keys';
import { isEmail } from '#domain/people';
import { type Periods, usualPeriods } from '#domain/retention/periods';
import { logLevels } from './log';
import { OperatorError } from './process/failure';

/** `mustBe` completes "PORT must be …". */
type Variable<Value> = {
  mustBe: string;
  isRight: (value: string) => boolean;
  read: (value: string) => Value;
  usual: Value;
};

const mustBeYears = 'a whole number of years from 0 (never) to 100';

/** `.env.example` explains them; a test compares the defaults. */
const variables = {
  PORT: number('a whole number from 0 to 65535', 3000, (value) => isWhole(value, 65_535)),
  HOST: text('a host name or an IP address', (value) => /^[\w.:-]+$/.test(value)),
  PUBLIC_URL: text(
    'an http:// or https:// URL of a host, without path, query, fragment and user, as all pages are at its root',
    (value) => isUrl(value, ['http:', 'https:']) && /^\w+:\/\/[^/?#\\@]+\/*$/.test(value),
  ),
  DATA_DIR: textOr('data', 'a folder', isFilled),
  ASSETS_DIR: text('a folder', isFilled),
  OPERATOR_DIR: text('a folder', isFilled),
  DATABASE_URL: text(
    'a file:, http://, https:// or libsql:// URL without fragment; a file: URL has %23 for # and %3F for ?',
    (value) => /^file:[^?#]+$/.test(value) || isServer(value),
  ),
  DATABASE_AUTH_TOKEN: text('a token without blanks', (value) => /^\S+$/.test(value)),
  DATABASE_SYNC_URL: text('an http://, https:// or libsql:// URL without fragment', isServer),
  DATABASE_ENCRYPTION_KEY: text('a key of at least 16 characters', (value) => value.length >= 16),
  ALLOW_EMPTY_DATABASE: flag(),
  SMTP_URL: text(
    'an smtp:// or smtps:// URL without path and fragment; user and password have %23 for #, %2F for / and %3F for ?',
    isMailServer,
  ),
  DKIM_KEY: text('the path of a file', isFilled),
  DKIM_SELECTOR: textOr(
    'sattelfest',
    'a name of letters, digits and hyphens, with dots between parts',
    (value) => /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i.test(value),
  ),
  DNS_SERVERS: listOf(
    'IP addresses with ports, such as 192.0.2.1:53, separated by commas',
    isAddressWithPort,
  ),
  IMAP_URL: text(
    'an imaps:// or imap:// URL with user and password, and the folder as its path; user and password have %23 for #, %2F for /, %3A for : and %40 for @',
    isMailbox,
  ),
  IMAP_PLAINTEXT: flag(),
  EXCHANGE_DIR: text('a folder', isFilled),
  MAIL_IN_TOKEN: token(),
  MAIL_MAX_MB: number(
    'a number of megabytes from 0.1 to 100',
    9,
    (value) => isNumber(value) && Number(value) >= 0.1 && Number(value) <= 100,
  ),
  POLICYHOLDER_CONFIRMATION: oneOf(['flag', 'required'], 'flag'),
  MAIL_FROM: text('an e-mail address', isEmail),
  MAIL_INTERNAL_TO: text('an e-mail address', isEmail),
  JWT_SECRET: text('a secret of at least 32 characters', (value) => value.length >= 32),
  DATA_KEY: text('32 bytes in base64', isKey),
  DATA_KEY_PREVIOUS: text('32 bytes in base64', isKey),
  BACKUP_KEY: text('32 bytes in base64', isKey),
  TOKEN_HOURS: number('a number of hours above 0', 8, (value) => isNumber(value) && Number(value) > 0),
  TOKEN_IDLE_MINUTES: number('a number of minutes, 0 for no limit', 120),
  SECOND_FACTOR: oneOf(['optional', 'required'], 'optional'),
  DRAFT_ACCESS: oneOf(['link', 'browser'], 'link'),
  PASSWORD_MIN: number(
    'a whole number of characters from 6 to 64',
    shortestPassword,
    (value) => isWhole(value, 64) && Number(value) >= shortestPassword,
  ),
  ADMIN_USERNAME: textOr(
    'admin',
    'a name of 3 to 100 Latin letters, digits, blanks and .-_@, that the audit log does not use itself',
    (value) =>
      value.trim() === value &&
      value.length >= 3 &&
      value.length <= maximum.name &&
      usernameProblem(value) === null,
  ),
  ADMIN_PASSWORD: text(
    'a password of 6 to 200 characters',
    (value) => value.length >= 6 && value.length <= longestPassword,
  ),
  ADMIN_PASSWORD_FILE: text('the path of a file', isFilled),
  OFFER_DAYS: number(
    'a whole number of days from 1 to 150',
    30,
    (value) => isWhole(value, 150) && Number(value) > 0,
  ),
  REMINDER_FIRST_HOURS: number('a number of hours, 0 for never', 24),
  REMINDER_SECOND_HOURS: number('a number of hours, 0 for never', 72),
  RETENTION_DAYS: number('a number of days, 0 for never', usualPeriods.openDays),
  RETENTION_COMPLETED_YEARS: number(mustBeYears, usualPeriods.completedYears, isYears),
  RETENTION_WITHDRAWN_YEARS: number(mustBeYears, usualPeriods.withdrawnYears, isYears),
  RETENTION_UNMATCHED_DAYS: number(
    'a number of days, 0 for RETENTION_WITHDRAWN_YEARS',
    usualPeriods.unmatchedDays,
  ),
  RETENTION_CALLBACK_DAYS: number('a number of days, 0 for never', usualPeriods.callbackDays),
  RETENTION_OFFER_DAYS: number('a number of days, 0 for never', usualPeriods.offerDays),
  RETENTION_MAIL_DAYS: number('a number of days, 0 for never', usualPeriods.mailDays),
  RETENTION_AUDIT_YEARS: number(mustBeYears, usualPeriods.auditYears, isYears),
  TRUST_PROXY: {
    mustBe: 'false, true or a number of proxies from 1 to 5',
    isRight: (value) => /^(?:false|true|[1-5])$/.test(value),
    read: (value) => (value === 'false' ? 0 : Number(value) || 1),
    usual: 0,
  } satisfies Variable<number>,
  CLIENT_ADDRESS_HEADER: text('the name of a header', (value) => /^[\w-]+$/.test(value)),
  DRAIN_SECONDS: number('a whole number of seconds from 0 to 30', 0, (value) => isWhole(value, 30)),
  MAIL_FIRST_CONTACTS: number('a whole number of mailboxes an hour, 0 for no limit', 300, (value) =>
    isWhole(value, 1_000_000),
  ),
  RATE_LIMIT: oneOf(['on', 'off'], 'on'),
  ANALYTICS_SCRIPT_URL: text('an http:// or https:// URL without user', (value) =>
    isUrl(value, ['https:', 'http:']),
  ),
  SUBMIT_LABEL: textOr(usualSubmitLabel, 'the words of a button, 3 to 60 characters in one line', (value) =>
    /^[^\s\p{C}][^\p{C}]{1,58}[^\s\p{C}]$/u.test(value),
  ),
  SITE_STATE: oneOf(['trial', 'live'], undefined),
  LAUNCH_CHECK: oneOf(['warn', 'stop'], 'warn'),
  METRICS_TOKEN: token(),
  LOG_LEVEL: oneOf(keysOf(logLevels), 'info'),
};

export const variableNames: readonly string[] = keysOf(variables);

export type Environment = Record<string, string | undefined>;
export type Settings = { [Name in keyof typeof variables]: (typeof variables)[Name]['usual'] };

/** An empty one counts as not set. @throws OperatorError that names the first wrong variable and what it must be */
export function settingsIn(environment: Environment): Settings {
  const settings = Object.entries<Variable<unknown>>(variables).map(([name, variable]) => {
    const given = environment[name];
    if (!given) return [name, variable.usual];
    if (!variable.isRight(given)) throw new OperatorError(`${name} must be ${variable.mustBe}`);
    return [name, variable.read(given)];
  });
  return Object.fromEntries(settings);
}

export function periodsIn(settings: Settings): Periods {
  const openDays = settings.RETENTION_DAYS;
  const { contactlessDays, returnDays } = usualPeriods;
  return {
    openDays,
    contactlessDays: openDays > 0 ? Math.min(openDays, contactlessDays) : contactlessDays,
    completedYears: settings.RETENTION_COMPLETED_YEARS,
    withdrawnYears: settings.RETENTION_WITHDRAWN_YEARS,
    unmatchedDays: settings.RETENTION_UNMATCHED_DAYS,
    callbackDays: settings.RETENTION_CALLBACK_DAYS,
    offerDays: settings.RETENTION_OFFER_DAYS,
    mailDays: settings.RETENTION_MAIL_DAYS,
    returnDays,
    auditYears: settings.RETENTION_AUDIT_YEARS,
  };
}

function text(mustBe: string, isRight: (value: string) => boolean): Variable<string | undefined> {
  return { mustBe, isRight, read: (value) => value, usual: undefined };
}

function token(): Variable<string | undefined> {
  return text('a token of at least 16 characters without blanks', (value) => /^\S{16,}$/.test(value));
}

function textOr(usual: string, mustBe: string, isRight: (value: string) => boolean): Variable<string> {
  return { mustBe, isRight, read: (value) => value, usual };
}

function listOf(mustBe: string, isRight: (value: string) => boolean): Variable<readonly string[]> {
  const partsOf = (value: string) => value.split(',').map((part) => part.trim());
  return { mustBe, isRight: (value) => partsOf(value).every(isRight), read: partsOf, usual: [] };
}

function number(mustBe: string, usual: number, isRight = isNumber): Variable<number> {
  return { mustBe, isRight, read: Number, usual };
}

function flag(): Variable<boolean> {
  const isRight = (value: string) => ['true', 'false'].includes(value);
  return { mustBe: 'true or false', isRight, read: (value) => value === 'true', usual: false };
}

function oneOf<Value extends string, Usual extends NoInfer<Value> | undefined>(
  values: readonly Value[],
  usual: Usual,
): Variable<Value | Usual> {
  const find = (value: string) => values.find((one) => one === value);
  return {
    mustBe: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
    isRight: (value) => find(value) !== undefined,
    read: (value) => find(value) ?? usual,
    usual,
  };
}

function isFilled(value: string): boolean {
  return value.trim() !== '';
}

function isWhole(value: string, maximum: number): boolean {
  return /^\d{1,9}$/.test(value) && Number(value) <= maximum;
}

function isYears(value: string): boolean {
  return isWhole(value, 100);
}

function isNumber(value: string): boolean {
  return /^\d{1,9}(\.\d+)?$/.test(value);
}

function isKey(value: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(value) && Buffer.from(value, 'base64').length === 32;
}

/** The parser ignores blanks and control characters, which would stay in the value. */
function isUrl(value: string, protocols: readonly string[], mayHaveUser = false): boolean {
  if (/[\s\p{C}]/u.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return protocols.includes(protocol) && hostname !== '' && (mayHaveUser || username + password === '');
}

function isServer(value: string): boolean {
  return isUrl(value, ['http:', 'https:', 'libsql:'], true) && !value.includes('#');
}

/** Without these rules a password such as `12#x` would make the user a host. */
function isMailServer(value: string): boolean {
  if (!isUrl(value, ['smtp:', 'smtps:'], true) || value.includes('#')) return false;
  const { pathname, search } = new URL(value);
  return /^\/?$/.test(pathname) && !search.includes('@');
}

function isMailbox(value: string): boolean {
  if (!isUrl(value, ['imap:', 'imaps:'], true) || /[?#]/.test(value)) return false;
  const { username, password, pathname } = new URL(value);
  if (username === '' || password === '') return false;
  return [username, password, pathname].every(isDecodable);
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

function isAddressWithPort(value: string): boolean {
  const [, v6, v4, port = ''] = /^(?:\[([\da-f:]+)\]|([\d.]+)):(\d+)$/i.exec(value) ?? [];
  return (v6 ? isIPv6(v6) : isIPv4(v4 ?? '')) && isWhole(port, 65_535) && Number(port) > 0;
}
