/** All variables of the environment, and what their values must be. */
import { Object as ObjectType, Optional, Refine, String as StringType } from 'typebox';
import { longestPassword, shortestPassword } from '#domain/accounts/user';
import { usernameProblem } from '#domain/accounts/usernames';
import { maximum } from '#domain/fields';
import { isEmail } from '#domain/people';
import { logLevels } from './log';

const mustBeYears = 'a whole number of years from 0 (never) to 100';

export const variables = ObjectType({
  PORT: variable((value) => isWhole(value, 65_535), 'a whole number from 0 to 65535'),
  HOST: variable((value) => /^[\w.:-]+$/.test(value), 'a host name or an IP address'),
  PUBLIC_URL: variable(
    (value) => isUrl(value, ['http:', 'https:']) && /^\w+:\/\/[^/?#\\@]+\/*$/.test(value),
    'an http:// or https:// URL of a host, without path, query, fragment and user, as all pages are at its root',
  ),
  DATA_DIR: variable((value) => value.trim() !== '', 'a folder'),
  OPERATOR_DIR: variable((value) => value.trim() !== '', 'a folder'),
  DATABASE_URL: variable(
    (value) => /^file:[^?#]+$/.test(value) || isServer(value),
    'a file:, http://, https:// or libsql:// URL without fragment; a file: URL has %23 for # and %3F for ?',
  ),
  DATABASE_AUTH_TOKEN: variable((value) => /^\S+$/.test(value), 'a token without blanks'),
  DATABASE_SYNC_URL: variable(isServer, 'an http://, https:// or libsql:// URL without fragment'),
  DATABASE_ENCRYPTION_KEY: variable((value) => value.length >= 16, 'a key of at least 16 characters'),
  ALLOW_EMPTY_DATABASE: variable((value) => ['true', 'false'].includes(value), 'true or false'),
  SMTP_URL: variable(
    isMailServer,
    'an smtp:// or smtps:// URL without path and fragment; user and password have %23 for #, %2F for / and %3F for ?',
  ),
  MAIL_FROM: variable(isEmail, 'an e-mail address'),
  MAIL_INTERNAL_TO: variable(isEmail, 'an e-mail address'),
  JWT_SECRET: variable((value) => value.length >= 32, 'a secret of at least 32 characters'),
  DATA_KEY: variable((value) => isKey(value), '32 bytes in base64'),
  DATA_KEY_PREVIOUS: variable((value) => isKey(value), '32 bytes in base64'),
  BACKUP_KEY: variable((value) => isKey(value), '32 bytes in base64'),
  TOKEN_HOURS: variable((value) => isNumber(value) && Number(value) > 0, 'a number of hours above 0'),
  TOKEN_IDLE_MINUTES: variable(isNumber, 'a number of minutes, 0 for no limit'),
  SECOND_FACTOR: variable((value) => ['optional', 'required'].includes(value), 'optional or required'),
  DRAFT_ACCESS: variable((value) => ['link', 'browser'].includes(value), 'link or browser'),
  PASSWORD_MIN: variable(
    (value) => isWhole(value, 64) && Number(value) >= shortestPassword,
    'a whole number of characters from 6 to 64',
  ),
  ADMIN_USERNAME: variable(
    (value) =>
      value.trim() === value &&
      value.length >= 3 &&
      value.length <= maximum.name &&
      usernameProblem(value) === null,
    "a name of 3 to 100 letters of one script, digits, blanks and .-_@+', that does not look like one of the audit log or a role",
  ),
  ADMIN_PASSWORD: variable(
    (value) => value.length >= 6 && value.length <= longestPassword,
    'a password of 6 to 200 characters',
  ),
  ADMIN_PASSWORD_FILE: variable((value) => value.trim() !== '', 'the path of a file'),
  REMINDER_FIRST_HOURS: variable(isNumber, 'a number of hours, 0 for never'),
  REMINDER_SECOND_HOURS: variable(isNumber, 'a number of hours, 0 for never'),
  RETENTION_DAYS: variable(isNumber, 'a number of days, 0 for never'),
  RETENTION_COMPLETED_YEARS: variable(isYears, mustBeYears),
  RETENTION_WITHDRAWN_YEARS: variable(isYears, mustBeYears),
  RETENTION_UNMATCHED_DAYS: variable(isNumber, 'a number of days, 0 for RETENTION_WITHDRAWN_YEARS'),
  RETENTION_CALLBACK_DAYS: variable(isNumber, 'a number of days, 0 for never'),
  RETENTION_MAIL_DAYS: variable(isNumber, 'a number of days, 0 for never'),
  RETENTION_AUDIT_YEARS: variable(isYears, mustBeYears),
  TRUST_PROXY: variable((value) => ['true', 'false'].includes(value), 'true or false'),
  DRAIN_SECONDS: variable((value) => isWhole(value, 30), 'a whole number of seconds from 0 to 30'),
  MAIL_FIRST_CONTACTS: variable(
    (value) => isWhole(value, 1_000_000),
    'a whole number of mailboxes an hour, 0 for no limit',
  ),
  RATE_LIMIT: variable((value) => ['on', 'off'].includes(value), 'on or off'),
  ANALYTICS_SCRIPT_URL: variable(
    (value) => isUrl(value, ['https:', 'http:']),
    'an http:// or https:// URL without user',
  ),
  SUBMIT_LABEL: variable(
    (value) => /^[^\s\p{C}][^\p{C}]{1,58}[^\s\p{C}]$/u.test(value),
    'the words of a button, 3 to 60 characters in one line',
  ),
  LAUNCH_CHECK: variable((value) => ['warn', 'stop'].includes(value), 'warn or stop'),
  METRICS_TOKEN: variable(
    (value) => /^\S{8,}$/.test(value),
    'a token of at least 8 characters without blanks',
  ),
  LOG_LEVEL: variable((value) => Object.hasOwn(logLevels, value), 'debug, info, warn or error'),
});

export const variableNames = Object.keys(variables.properties);

function variable(isRight: (value: string) => boolean, mustBe: string) {
  return Optional(Refine(StringType(), isRight, () => mustBe));
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
