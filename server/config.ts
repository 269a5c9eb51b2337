import { existsSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { DatabaseConfig } from '#db/client';
import { urlOf } from '#db/driver/local/files';
import { OperatorError } from './process/failure';
import { holdsUsedSecrets, loadSecrets } from './secrets';
import { type Environment, periodsIn, type Settings, settingsIn, variableNames } from './variables';

export type Config = ReturnType<typeof loadConfig>;

/** Secrets that are not set are generated once into `DATA_DIR`. @throws OperatorError about the first wrong variable */
export function loadConfig(environment: Environment = process.env) {
  const settings = settingsIn(environment);
  const production = environment.NODE_ENV === 'production';
  const folders = foldersOf(settings);
  const { dataDir } = folders;
  const database = databaseOf(settings, dataDir);
  const addresses = addressesOf(settings, production, database);
  const secrets = readSecrets(settings, dataDir, production && isRemote(database));
  return {
    production,
    port: settings.PORT,
    ...addresses,
    ...folders,
    database,
    ...mailOf(settings),
    dnsServers: settings.DNS_SERVERS,
    policyholderConfirmation: settings.POLICYHOLDER_CONFIRMATION,
    /** Null: no files are exchanged through a folder. */
    exchangeDir: settings.EXCHANGE_DIR ? resolve(settings.EXCHANGE_DIR) : null,
    ...secrets,
    /** Encrypts backups; null: they are signed only. */
    backupKey: settings.BACKUP_KEY ?? null,
    /** If secrets in `dataDir` have been used, an empty database may mean lost data. */
    mayBeginEmpty: secrets.mayBeginEmpty || settings.ALLOW_EMPTY_DATABASE,
    tokenHours: settings.TOKEN_HOURS,
    tokenIdleMinutes: settings.TOKEN_IDLE_MINUTES,
    secondFactor: settings.SECOND_FACTOR,
    draftAccess: settings.DRAFT_ACCESS,
    passwordMin: settings.PASSWORD_MIN,
    admin: adminOf(settings),
    offerDays: settings.OFFER_DAYS,
    reminderFirstHours: settings.REMINDER_FIRST_HOURS,
    reminderSecondHours: settings.REMINDER_SECOND_HOURS,
    retention: periodsIn(settings),
    proxies: { count: settings.TRUST_PROXY, header: settings.CLIENT_ADDRESS_HEADER ?? null },
    drainSeconds: settings.DRAIN_SECONDS,
    rateLimit: settings.RATE_LIMIT === 'on',
    firstContacts: settings.MAIL_FIRST_CONTACTS || Number.POSITIVE_INFINITY,
    analyticsScriptUrl: settings.ANALYTICS_SCRIPT_URL ?? null,
    submitLabel: settings.SUBMIT_LABEL,
    launchCheck: settings.LAUNCH_CHECK,
    logLevel: settings.LOG_LEVEL,
    metricsToken: settings.METRICS_TOKEN ?? null,
    /** Process id of the `bun run` that started this process, or null. */
    launcher: environment.npm_lifecycle_event && process.ppid > 1 ? process.ppid : null,
  };
}

export function changedSettings(environment: Environment = process.env) {
  return settingsChangedIn(process.cwd(), environment, variableNames);
}

/** For a command that needs no secrets and must not generate any. @throws OperatorError like `loadConfig` */
export function loadOperatorDir(environment: Environment = process.env): string {
  return foldersOf(settingsIn(environment)).operatorDir;
}

/** What the key that signs mails and the set-up need. Reads and makes no secrets. @throws OperatorError */
export function loadMailConfig(environment: Environment = process.env, written: Environment = {}) {
  const settings = settingsIn({ ...written, ...environment });
  const { PORT: port, DNS_SERVERS: dnsServers } = settings;
  return { ...foldersOf(settings), ...mailOf(settings), port, dnsServers };
}

function foldersOf({ DATA_DIR, ASSETS_DIR, OPERATOR_DIR }: Settings) {
  const dataDir = resolve(DATA_DIR);
  return {
    dataDir,
    assetsDir: resolve(ASSETS_DIR ?? join(dataDir, 'assets')),
    operatorDir: resolve(OPERATOR_DIR ?? join(dataDir, 'operator')),
  };
}

/** Without an address for visitors, production would serve all networks unencrypted: it serves this machine only. */
function addressesOf(
  { PORT, HOST, PUBLIC_URL, SITE_STATE }: Settings,
  production: boolean,
  database: DatabaseConfig,
) {
  const publicUrl = PUBLIC_URL?.replace(/\/+$/, '') ?? null;
  if (production)
    assertEncrypted(publicUrl, { DATABASE_URL: database.url, DATABASE_SYNC_URL: database.syncUrl });
  const isHidden = production && !PUBLIC_URL && !HOST;
  return {
    host: HOST ?? (production && !isHidden ? '0.0.0.0' : '127.0.0.1'),
    isHidden,
    publicUrl: publicUrl ?? (PORT === 0 ? null : `http://localhost:${PORT}`),
    /** Of a database that this start creates. */
    firstState: SITE_STATE ?? (publicUrl?.startsWith('https://') ? ('trial' as const) : ('live' as const)),
  };
}

/** Credentials cross no network in the clear, unless the operator says that they may. */
function mailInOf({ IMAP_URL: imapUrl, IMAP_PLAINTEXT: plaintext, MAIL_IN_TOKEN: token }: Settings) {
  if (imapUrl?.startsWith('imap:') && !plaintext && !isOnThisMachine(imapUrl)) {
    throw new OperatorError(
      'IMAP_URL must begin with imaps://, be on this machine, or be allowed by IMAP_PLAINTEXT=true',
    );
  }
  return { imapUrl: imapUrl ?? null, token: token ?? null };
}

function mailOf(settings: Settings) {
  const { DKIM_KEY, DKIM_SELECTOR, MAIL_MAX_MB, MAIL_FROM, MAIL_INTERNAL_TO } = settings;
  return {
    smtpUrl: settings.SMTP_URL,
    dkim: { keyFile: DKIM_KEY ?? null, selector: DKIM_SELECTOR },
    mailMaxBytes: Math.floor(MAIL_MAX_MB * 1_000_000),
    mailIn: mailInOf(settings),
    /** These come before what the operator file says; null: it decides. */
    mailFrom: MAIL_FROM ?? null,
    mailInternalTo: MAIL_INTERNAL_TO ?? null,
  };
}

function adminOf({ ADMIN_USERNAME, ADMIN_PASSWORD, ADMIN_PASSWORD_FILE }: Settings) {
  return {
    username: ADMIN_USERNAME,
    password: ADMIN_PASSWORD ?? null,
    passwordFile: ADMIN_PASSWORD_FILE ?? null,
  };
}

function databaseOf(settings: Settings, dataDir: string): DatabaseConfig {
  const database = {
    url: settings.DATABASE_URL ?? urlOf(join(dataDir, 'app.db')),
    authToken: settings.DATABASE_AUTH_TOKEN,
    syncUrl: settings.DATABASE_SYNC_URL,
    encryptionKey: settings.DATABASE_ENCRYPTION_KEY,
  };
  if (database.syncUrl && !database.url.startsWith('file:')) {
    throw new OperatorError('DATABASE_URL must be a file: URL when DATABASE_SYNC_URL is set');
  }
  return database;
}

function readSecrets(settings: Settings, dataDir: string, required: boolean) {
  const { JWT_SECRET: jwtSecret, DATA_KEY: current, DATA_KEY_PREVIOUS: previous } = settings;
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
    /** Decrypts, while `dataKey` replaces it. That in the folder belongs to the key there, not to a configured one. */
    dataKeyPrevious: previous ?? (current ? undefined : stored?.dataKeyPrevious),
  };
}

export function isRemote(database: Config['database']): boolean {
  return database.syncUrl !== undefined || !database.url.startsWith('file:');
}

/** Settings that Bun reads from `.env` otherwise than they are written: it replaces `$NAME`, cuts at `#`, joins lines. */
export function settingsChangedIn(folder: string, environment: Environment, names: readonly string[]) {
  const mode = environment.NODE_ENV ?? 'development';
  const files = ['.env', `.env.${mode}`, '.env.local', `.env.${mode}.local`];
  const written = files.flatMap((file) => writtenIn(join(folder, file)).map((one) => ({ ...one, file })));
  return names.flatMap((name) => {
    const ofName = written.filter((one) => one.name === name);
    const changed = ofName.findLast(({ value }) => /[$#\\"'`]/.test(value));
    if (!changed || ofName.some(({ value }) => value === environment[name])) return [];
    return [{ name, file: changed.file }];
  });
}

/** What a file such as `.env` says, as it is written there. */
export function writtenIn(file: string): { name: string; value: string }[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Array.from(
    text.matchAll(/^\s*(?:export\s+)?([A-Z_]+)[ \t]*[=:][ \t]*(.*)$/gm),
    ([, name = '', raw = '']) => ({ name, value: valueIn(raw.trim()) }),
  );
}

/** What somebody means who writes this. `\$` is how a `$` has to be written. */
function valueIn(raw: string): string {
  const [, , quoted] = /^(["'`])(.*)\1(?:\s+#.*)?$/.exec(raw) ?? [];
  return (quoted ?? raw.replace(/(?:^|\s+)#.*$/, '')).replaceAll('\\$', '$');
}

// where production may do without TLS: on the machine itself, and to a database in the private network

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** RFC 1918, RFC 4193, and RFC 6598, which carriers and private networks of clouds use. */
const internal = new BlockList();
internal.addSubnet('10.0.0.0', 8, 'ipv4');
internal.addSubnet('172.16.0.0', 12, 'ipv4');
internal.addSubnet('192.168.0.0', 16, 'ipv4');
internal.addSubnet('100.64.0.0', 10, 'ipv4');
internal.addSubnet('fc00::', 7, 'ipv6');

/** Top-level names that no public name server answers, among them those of clusters (RFC 6762, RFC 8375). */
const internalNames = /\.(?:internal|local|lan|home\.arpa)$/;

/** Passwords, entries and the database's token must not cross a public network unencrypted. @throws OperatorError */
function assertEncrypted(
  publicUrl: string | null,
  databases: Record<'DATABASE_URL' | 'DATABASE_SYNC_URL', string | undefined>,
): void {
  if (publicUrl && isPlain(publicUrl) && !isLoopback(hostOf(publicUrl))) {
    throw new OperatorError(
      'PUBLIC_URL must be an https:// URL in production, unless its host is this machine (http://localhost)',
    );
  }
  for (const [name, url] of Object.entries(databases)) {
    if (!url || !isPlain(url) || isInternal(hostOf(url))) continue;
    throw new OperatorError(
      `${name} must be an https:// or libsql:// URL in production, unless its host is in the private network`,
    );
  }
}

/** `tls=0` turns off what `libsql:` stands for. */
function isPlain(url: string): boolean {
  return /^http:/i.test(url) || (/^libsql:/i.test(url) && new URL(url).searchParams.get('tls') === '0');
}

/** In lower case, as the URL parser normalises it only for `http:`; an IPv6 address without its brackets. */
function hostOf(url: string): string {
  return new URL(url.replace(/^(?:libsql|smtps?|imaps?):/i, 'http:')).hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** Whether what the URL names is this machine, so that nobody can intercept it. */
export function isOnThisMachine(url: string): boolean {
  return isLoopback(hostOf(url));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isIn(loopback, host);
}

/** A name without a dot is one of the local network, such as a service of compose.yaml. */
function isInternal(host: string): boolean {
  if (isIP(host)) return isIn(loopback, host) || isIn(internal, host);
  return isLoopback(host) || !host.includes('.') || internalNames.test(host);
}

function isIn(list: BlockList, host: string): boolean {
  const version = isIP(host);
  return version !== 0 && list.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
