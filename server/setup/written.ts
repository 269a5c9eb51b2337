/** What the set-up writes into the product's folder. Nothing that is there is replaced. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'smol-toml';
import { none, type Operator, type OperatorFile, operatorOf } from '#domain/operator/operator';
import { type loadMailConfig, writtenIn } from '../config';
import { createDns } from '../dns';
import { createDraft, flush } from '../files';
import { createMailRecords, makeDkimKey, readDkimKey } from '../mails/domain';
import { loadOperator, operatorFileName } from '../operator/file';
import { withSettings } from '../operator/sender';
import { readToml } from '../operator/toml';
import { OperatorError } from '../process/failure';
import { root } from '../root';
import { say } from './ask';
import { dnsText } from './checks';
import { type Answers, addressOf, flat, templateLines, tomlLine } from './questions';

/** Where the product runs: in the containers of compose.yaml, as a service, or as a process of its own. */
export type Place = 'docker' | 'systemd' | 'alone';

export type SetupConfig = ReturnType<typeof loadMailConfig> & { dkim: { keyFile: string } };

const folder = join(root, 'operator');
const operatorFile = join(folder, operatorFileName);
const envFile = join(root, '.env');

/** By the keys of the questions, what earlier runs or the operator have written. */
export function readWritten(): { answers: Answers; hasOperatorFile: boolean } {
  const { PUBLIC_URL, SMTP_URL, ADMIN_USERNAME } = readEnv();
  const answers = {
    ...flat(readToml(operatorFile)),
    ...(PUBLIC_URL && { domain: PUBLIC_URL.replace(/^https?:\/\//, '') }),
    ...(SMTP_URL && { 'mail.server': SMTP_URL.replace(/^(smtps?:\/\/)(?:[^@]*@)?/i, '$1') }),
    ...(ADMIN_USERNAME && { 'admin.username': ADMIN_USERNAME }),
  };
  return { answers, hasOperatorFile: existsSync(operatorFile) };
}

/** Without what is empty. */
export function readEnv(): Record<string, string> {
  const written = writtenIn(envFile).filter(({ value }) => value !== '');
  return Object.fromEntries(written.map(({ name, value }) => [name, value]));
}

export function operatorWith(answers: Answers, config: SetupConfig): Operator {
  // each answer has been checked
  const made = () => operatorOf(parse(operatorText(answers)) as OperatorFile);
  return withSettings(existsSync(operatorFile) ? loadOperator(folder) : made(), config);
}

/** Where answers are kept while questions are open. */
export function draftIn({ dataDir }: Pick<SetupConfig, 'dataDir'>): string {
  return join(dataDir, 'setup.toml');
}

export async function writeAll(answers: Answers, place: Place, config: SetupConfig): Promise<void> {
  const { domain = '', 'admin.username': admin = '' } = answers;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  mkdirSync(folder, { recursive: true });
  // the containers read it with the rights of another user
  once(operatorFile, operatorText(answers), 0o644);
  const smtpUrl = readEnv().SMTP_URL ?? smtpUrlOf(answers);
  completeEnv({
    PUBLIC_URL: `https://${domain}`,
    ...(smtpUrl && { SMTP_URL: smtpUrl }),
    ADMIN_USERNAME: admin,
    DRAFT_ACCESS: 'browser',
    SECOND_FACTOR: 'required',
    TRUST_PROXY: 'true',
    OPERATOR_DIR: 'operator',
    DKIM_KEY: place === 'docker' ? '/operator/dkim.pem' : 'operator/dkim.pem',
    ...(place !== 'docker' && {
      HOST: '127.0.0.1',
      PORT: String(config.port),
      ADMIN_PASSWORD_FILE: join(relative(root, config.dataDir), 'first-password'),
    }),
    ...missingSecrets(place, config),
  });
  if (place !== 'docker') once(join(folder, 'Caddyfile'), caddyText(domain, config.port), 0o644);
  await tellDns(domain, config);
  rmSync(draftIn(config), { force: true });
}

async function tellDns(domain: string, config: SetupConfig): Promise<void> {
  const operator = withSettings(loadOperator(folder), config);
  const path = join(folder, 'dns.txt');
  if (!existsSync(config.dkim.keyFile)) makeDkimKey(config, operator);
  if (!existsSync(path)) {
    const dkim = readDkimKey(config, operator);
    const dns = createDns(config.dnsServers);
    const found = await createMailRecords({ config, operator, dns, uptime: Date.now })();
    const server = URL.parse(readEnv().SMTP_URL ?? '')?.hostname;
    if (dkim) once(path, dnsText({ domain, operator, server, dkim, found }), 0o644);
  }
  say(`\n${readFileSync(path, 'utf8')}`);
}

function once(path: string, text: string, mode: number): void {
  if (existsSync(path)) return;
  replace(path, text);
  chmodSync(path, mode);
}

/** For its owner only, and never half of it. */
export function replace(path: string, text: string): void {
  const draft = createDraft(path);
  writeFileSync(draft, text);
  flush(draft);
  renameSync(draft, path);
}

/** Adds what `.env` does not say, and names what it says otherwise. */
function completeEnv(settings: Record<string, string>): void {
  const known = readEnv();
  let text = existsSync(envFile) ? readFileSync(envFile, 'utf8') : '';
  for (const [name, value] of Object.entries(settings)) {
    const line = `${name}=${value}`;
    const empty = new RegExp(`^${name}=[ \\t]*$`, 'm');
    if (known[name] === value) continue;
    if (known[name] !== undefined) say(`${name} steht schon in .env und bleibt. Hier passt: ${line}`);
    else if (empty.test(text)) text = text.replace(empty, () => line);
    else text = `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
  }
  replace(envFile, text);
}

/** Secrets that are in use already, in `.env` or in the data folder, stay. */
function missingSecrets(place: Place, { dataDir }: SetupConfig): Record<string, string> {
  const known = readEnv();
  if (!known.SQLD_AUTH_JWT_KEY !== !known.DATABASE_AUTH_TOKEN)
    throw new OperatorError(
      'SQLD_AUTH_JWT_KEY und DATABASE_AUTH_TOKEN gehören zusammen: In .env steht nur eines.',
    );
  const made = Bun.spawnSync([process.execPath, join(root, 'server/commands/new-secrets.ts')]);
  const isInFolder = place !== 'docker' && existsSync(join(dataDir, 'data-key'));
  const secrets = Array.from(made.stdout.toString().matchAll(/^(\w+)=(.*)$/gm), ([, ...pair]) => pair);
  const isKept = (name: string) => known[name] || (isInFolder && /^(?:JWT_SECRET|DATA_KEY)$/.test(name));
  return Object.fromEntries(secrets.filter(([name = '']) => !isKept(name)));
}

/** Null: mails are stored as files. Encoded, nothing is left in it that Bun or Docker read otherwise in `.env`. */
export function smtpUrlOf({ 'mail.server': server = none, ...answers }: Answers): string | null {
  if (server === none) return null;
  const { 'mail.user': user, 'mail.password': password = '' } = answers;
  const [scheme, host] = addressOf(server).split('://');
  return `${scheme}://${user && user !== none ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''}${host}`;
}

/** The commented file with the answers in their places, and without the invented testimonials. */
export function operatorText(answers: Answers): string {
  const isAnswered = (table: string) => Object.keys(answers).some((key) => key.startsWith(`${table}.`));
  const lines = templateLines().map(({ line, table, key = '' }) => {
    if (line === `# [${table}]` && isAnswered(table)) return line.slice(2);
    const answer = answers[key];
    return answer === undefined ? line : tomlLine(key.slice(table.length + 1), answer);
  });
  return lines
    .join('\n')
    .replace('\n# testimonials = []', '\ntestimonials = []')
    .replace(/(?:\n\[\[testimonials\]\]\n(?:\w.*\n)+)+/, '');
}

/** That of compose.yaml for this machine, where the service Caddy takes a new configuration by its API. */
function caddyText(domain: string, port: number): string {
  return readFileSync(join(root, 'Caddyfile'), 'utf8')
    .replace(/^#.*/, '# Caddy auf diesem Rechner. Das Zertifikat holt und erneuert es von selbst.')
    .replace(/\t# nothing in the container.*\n\tadmin off\n\n/, '')
    .replace('{$PUBLIC_URL:http://localhost}', `https://${domain}`)
    .replace('app-1:3000 app-2:3000', `127.0.0.1:${port}`);
}
