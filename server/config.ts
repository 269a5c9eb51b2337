/** Configuration from the environment. No other file reads it. */
import { join, resolve } from 'node:path';
import { Errors } from 'typebox/schema';
import { urlOf } from '#db/driver/local/files';
import { shortestPassword } from '#domain/accounts/user';
import { usualSubmitLabel } from '#domain/application';
import { type Periods, usualPeriods } from '#domain/retention/periods';
import type { LogLevel } from './log';
import { assertEncrypted } from './plain-http';
import { settingsChangedIn } from './process/env-files';
import { OperatorError } from './process/failure';
import { holdsUsedSecrets, loadSecrets } from './secrets';
import { variableNames, variables } from './variables';

export type Config = {
  production: boolean;
  port: number;
  host: string;
  /** Production without an address for visitors: only this machine reaches it, because it would speak plain HTTP. */
  isHidden: boolean;
  /** Base of absolute links; null: derived from the port after listening. */
  publicUrl: string | null;
  dataDir: string;
  /** Where `operator.toml` and the operator's documents are. */
  operatorDir: string;
  database: { url: string; authToken?: string; syncUrl?: string; encryptionKey?: string };
  smtpUrl?: string;
  /** These two come before what the operator file says; null: it decides. */
  mailFrom: string | null;
  mailInternalTo: string | null;
  jwtSecret: string;
  dataKey: string;
  /** A second key that can decrypt bank data, while the first key replaces it. */
  dataKeyPrevious?: string;
  /** Encrypts backups; null: they are signed only. */
  backupKey: string | null;
  /** True if the data key was generated into `dataDir` instead of being configured. */
  dataKeyGenerated: boolean;
  /** Whether an empty database is allowed. If secrets in `dataDir` have been used, its data may have been lost. */
  mayBeginEmpty: boolean;
  tokenHours: number;
  /** How long a session may stay unused; 0: no limit. */
  tokenIdleMinutes: number;
  /** `required`: staff without a second factor can only set one up. */
  secondFactor: 'optional' | 'required';
  /** Who reads and changes an open application: whoever has its address, or only browsers that it belongs to. */
  draftAccess: 'link' | 'browser';
  /** Shortest new password, in characters. */
  passwordMin: number;
  /** `passwordFile`: where a generated password is written instead of being printed. */
  admin: { username: string; password: string | null; passwordFile: string | null };
  reminderFirstHours: number;
  reminderSecondHours: number;
  retention: Periods;
  trustProxy: boolean;
  /** How long a stopping server still accepts requests while it reports to the proxy that it is not ready. */
  drainSeconds: number;
  rateLimit: boolean;
  /** How many mailboxes that are new to us visitors reach in an hour; `Infinity`: any number. */
  firstContacts: number;
  analyticsScriptUrl: string | null;
  /** The button that submits an application. */
  submitLabel: string;
  /** Whether production starts while something of the Startprüfung is open. */
  launchCheck: 'warn' | 'stop';
  logLevel: LogLevel;
  /** The bearer token of `GET /metrics`; null: there is no such page. */
  metricsToken: string | null;
  /** Process id of the `bun run` that started this process, or null. */
  launcher: number | null;
};

type Environment = Record<string, string | undefined>;
type Read = (name: keyof typeof variables.properties) => string | undefined;

/**
 * Reads and checks every variable (docs/product.md, "Configuration"). Secrets that are not set are generated once
 * into `DATA_DIR`.
 *
 * @throws OperatorError that names the first wrong variable and what it must be
 */
export function loadConfig(environment: Environment = process.env): Config {
  const read = readerOf(environment);
  const production = environment.NODE_ENV === 'production';
  const port = Number(read('PORT') ?? 3000);
  const { dataDir, operatorDir } = foldersOf(read);
  const database = databaseOf(read, dataDir);
  const publicUrl = read('PUBLIC_URL')?.replace(/\/+$/, '') ?? null;
  if (production)
    assertEncrypted(publicUrl, { DATABASE_URL: database.url, DATABASE_SYNC_URL: database.syncUrl });
  const secrets = readSecrets(read, dataDir, production && isRemote(database));
  return {
    production,
    port,
    ...listenerOf(read, production),
    publicUrl: publicUrl ?? (port === 0 ? null : `http://localhost:${port}`),
    dataDir,
    operatorDir,
    database,
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM') ?? null,
    mailInternalTo: read('MAIL_INTERNAL_TO') ?? null,
    ...secrets,
    backupKey: read('BACKUP_KEY') ?? null,
    mayBeginEmpty: secrets.mayBeginEmpty || read('ALLOW_EMPTY_DATABASE') === 'true',
    tokenHours: Number(read('TOKEN_HOURS') ?? 8),
    tokenIdleMinutes: Number(read('TOKEN_IDLE_MINUTES') ?? 120),
    ...accessOf(read),
    admin: adminOf(read),
    reminderFirstHours: Number(read('REMINDER_FIRST_HOURS') ?? 24),
    reminderSecondHours: Number(read('REMINDER_SECOND_HOURS') ?? 72),
    retention: periodsOf(read),
    trustProxy: read('TRUST_PROXY') === 'true',
    drainSeconds: Number(read('DRAIN_SECONDS') ?? 0),
    ...limitsOf(read),
    analyticsScriptUrl: read('ANALYTICS_SCRIPT_URL') ?? null,
    submitLabel: read('SUBMIT_LABEL') ?? usualSubmitLabel,
    launchCheck: read('LAUNCH_CHECK') === 'stop' ? 'stop' : 'warn',
    logLevel: (read('LOG_LEVEL') ?? 'info') as LogLevel,
    metricsToken: read('METRICS_TOKEN') ?? null,
    launcher: environment.npm_lifecycle_event && process.ppid > 1 ? process.ppid : null,
  };
}

/** Settings of `.env` files that have another value than the one that is written there. */
export function changedSettings(environment: Environment = process.env) {
  return settingsChangedIn(process.cwd(), environment, variableNames);
}

/**
 * The folder of the operator file, for a command that needs no secrets and must not generate any.
 *
 * @throws OperatorError like `loadConfig`
 */
export function loadOperatorDir(environment: Environment = process.env): string {
  return foldersOf(readerOf(environment)).operatorDir;
}

/** Checks all variables and returns a function that reads them; an empty one counts as not set. */
function readerOf(environment: Environment): Read {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in variables.properties && value !== ''),
  );
  const [error] = Errors(variables, given)[1];
  if (error) throw new OperatorError(`${error.instancePath.slice(1)} must be ${error.message}`);
  return (name) => given[name];
}

function accessOf(read: Read): Pick<Config, 'secondFactor' | 'draftAccess' | 'passwordMin'> {
  return {
    secondFactor: read('SECOND_FACTOR') === 'required' ? 'required' : 'optional',
    draftAccess: read('DRAFT_ACCESS') === 'browser' ? 'browser' : 'link',
    passwordMin: Number(read('PASSWORD_MIN') ?? shortestPassword),
  };
}

function foldersOf(read: Read) {
  const dataDir = resolve(read('DATA_DIR') ?? 'data');
  return { dataDir, operatorDir: resolve(read('OPERATOR_DIR') ?? join(dataDir, 'operator')) };
}

/** Without an address for visitors, production would serve all networks by plain HTTP, with cookies that any network sees. */
function listenerOf(read: Read, production: boolean) {
  const isHidden = production && !read('PUBLIC_URL') && !read('HOST');
  return { host: read('HOST') ?? (production && !isHidden ? '0.0.0.0' : '127.0.0.1'), isHidden };
}

function adminOf(read: Read): Config['admin'] {
  return {
    username: read('ADMIN_USERNAME') ?? 'admin',
    password: read('ADMIN_PASSWORD') ?? null,
    passwordFile: read('ADMIN_PASSWORD_FILE') ?? null,
  };
}

function periodsOf(read: Read): Periods {
  const openDays = Number(read('RETENTION_DAYS') ?? usualPeriods.openDays);
  const { contactlessDays } = usualPeriods;
  return {
    openDays,
    contactlessDays: openDays > 0 ? Math.min(openDays, contactlessDays) : contactlessDays,
    completedYears: Number(read('RETENTION_COMPLETED_YEARS') ?? usualPeriods.completedYears),
    withdrawnYears: Number(read('RETENTION_WITHDRAWN_YEARS') ?? usualPeriods.withdrawnYears),
    unmatchedDays: Number(read('RETENTION_UNMATCHED_DAYS') ?? usualPeriods.unmatchedDays),
    callbackDays: Number(read('RETENTION_CALLBACK_DAYS') ?? usualPeriods.callbackDays),
    mailDays: Number(read('RETENTION_MAIL_DAYS') ?? usualPeriods.mailDays),
    auditYears: Number(read('RETENTION_AUDIT_YEARS') ?? usualPeriods.auditYears),
  };
}

function limitsOf(read: Read) {
  const firstContacts = Number(read('MAIL_FIRST_CONTACTS') ?? 300) || Number.POSITIVE_INFINITY;
  return { rateLimit: read('RATE_LIMIT') !== 'off', firstContacts };
}

function databaseOf(read: Read, dataDir: string): Config['database'] {
  const database = {
    url: read('DATABASE_URL') ?? urlOf(join(dataDir, 'app.db')),
    authToken: read('DATABASE_AUTH_TOKEN'),
    syncUrl: read('DATABASE_SYNC_URL'),
    encryptionKey: read('DATABASE_ENCRYPTION_KEY'),
  };
  if (database.syncUrl && !database.url.startsWith('file:')) {
    throw new OperatorError('DATABASE_URL must be a file: URL when DATABASE_SYNC_URL is set');
  }
  return database;
}

function readSecrets(read: Read, dataDir: string, required: boolean) {
  const jwtSecret = read('JWT_SECRET');
  const [current, previous] = [read('DATA_KEY'), read('DATA_KEY_PREVIOUS')];
  const mustBeSet = (what: string) => new OperatorError(`${what}, and be set for a database on a server`);
  if (required && !jwtSecret) throw mustBeSet('JWT_SECRET must be a secret of at least 32 characters');
  if (required && !current) throw mustBeSet('DATA_KEY must be 32 bytes in base64');
  const stored = jwtSecret && current ? null : loadSecrets(dataDir);
  const dataKey = current ?? stored?.dataKey ?? '';
  if (previous === dataKey) throw new OperatorError('DATA_KEY_PREVIOUS must be another key than DATA_KEY');
  return {
    jwtSecret: jwtSecret ?? stored?.jwtSecret ?? '',
    dataKey,
    dataKeyGenerated: !current,
    mayBeginEmpty: stored ? stored.unused : !holdsUsedSecrets(dataDir),
    // the previous key in the folder belongs to the current key in the folder, not to a configured one
    dataKeyPrevious: previous ?? (current ? undefined : stored?.dataKeyPrevious),
  };
}

/** Whether the data is on a database server, with or without a local replica. */
export function isRemote(database: Config['database']): boolean {
  return database.syncUrl !== undefined || !database.url.startsWith('file:');
}
