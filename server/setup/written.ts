/** What the set-up writes into the product's folder. It adds, and changes only what has just been answered otherwise. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { writtenIn } from '../config';
import { replaceFile } from '../files';
import { makeDkimKey, readDkimKey } from '../mails/domain';
import { loadOperator } from '../operator/file';
import { withSettings } from '../operator/sender';
import { readToml } from '../operator/toml';
import { OperatorError } from '../process/failure';
import { root } from '../root';
import { say } from './ask';
import { dnsText } from './checks';
import { type Answers, flat, problemOf, questions, smtpUrlOf, template, tomlLine } from './questions';
import type { Place, SetupConfig } from './start';

const operatorFile = 'operator/operator.toml';
const envFile = '.env';
const openlyReadable = 0o644; // the containers read it with the rights of another user

/** By the keys of the questions, without placeholders. */
export function readAnswers(): Answers {
  const { PUBLIC_URL, SMTP_URL, ADMIN_USERNAME } = readEnv();
  const file = flat(readToml(operatorFile));
  const facts = questions.flatMap((one) => {
    const fact = one.isRight ? undefined : file[one.key];
    return fact === undefined || problemOf(one, fact) ? [] : [[one.key, fact]];
  });
  return {
    ...Object.fromEntries(facts),
    ...(PUBLIC_URL && { domain: PUBLIC_URL.replace(/^https?:\/\//, '') }),
    ...(SMTP_URL && { 'mail.server': SMTP_URL.replace(/\/\/(?:[^@]*@)?/, '//') }),
    ...(ADMIN_USERNAME && { 'admin.username': ADMIN_USERNAME }),
  };
}

/** Without what is empty. */
export function readEnv(): Record<string, string> {
  const written = writtenIn(envFile).filter(({ value }) => value !== '');
  return Object.fromEntries(written.map(({ name, value }) => [name, value]));
}

/** All but the mail server, which is kept once it has taken a mail. Whoever has to look something up goes on later. */
export function keep(answers: Answers): void {
  const known = readAnswers();
  // an office is complete only with its last answer
  const isWhole = (key: string) => !key.startsWith('legal.permission') || answers['legal.permission.city'];
  const fresh = Object.entries(answers).filter(([key, answer]) => answer !== known[key] && isWhole(key));
  const { domain, 'admin.username': admin, ...others } = Object.fromEntries(fresh);
  if (domain) setVariable('PUBLIC_URL', `https://${domain}`);
  if (admin) setVariable('ADMIN_USERNAME', admin);
  const before = existsSync(operatorFile) ? readFileSync(operatorFile, 'utf8') : '';
  const text = withFacts(before || newFile(), others);
  mkdirSync('operator/documents', { recursive: true });
  if (text !== before) replaceFile(operatorFile, text, openlyReadable);
}

/** The commented file, without the invented testimonials. */
function newFile(): string {
  return template
    .replace('\n# testimonials = []', '\ntestimonials = []')
    .replace(/(?:\n\[\[testimonials\]\]\n(?:\w.*\n)+)+/, '');
}

/** Each fact in its place, where the commented file has a line for it. */
export function withFacts(text: string, answers: Answers): string {
  return Object.entries(answers).reduce((result, [key, answer]) => {
    const [, table, name = ''] = /^(.+)\.(\w+)$/.exec(key) ?? [];
    const place = new RegExp(`^(?:# )?(\\[${table}\\]\\n(?:(?!(?:# )?\\[).*\\n)*?)(?:# )?${name} *=.*$`, 'm');
    return result.replace(place, (_, above) => above + tomlLine(name, answer));
  }, text);
}

function setVariable(name: string, value: string): void {
  const text = existsSync(envFile) ? readFileSync(envFile, 'utf8').replace(/(?<=[^\n])$/, '\n') : '';
  const line = new RegExp(`^${name}=.*$`, 'gm');
  const written = `${name}=${value}`;
  replaceFile(envFile, line.test(text) ? text.replace(line, () => written) : `${text}${written}\n`);
}

/** Everything else that the product needs. */
export function complete(answers: Answers, place: Place, config: SetupConfig): void {
  const { dataDir, port } = config;
  keep(answers);
  const known = readAnswers();
  const lost = questions.filter(({ key, isRight }) => !isRight && known[key] !== answers[key]);
  if (lost.length > 0) {
    const lines = lost.map(({ key }) => tomlLine(key, answers[key] ?? ''));
    throw new OperatorError(`Bitte tragen Sie in ${operatorFile} selbst ein:\n${lines.join('\n')}`);
  }
  const isDocker = place === 'docker';
  const smtpUrl = smtpUrlOf(answers);
  completeEnv({
    DRAFT_ACCESS: 'browser',
    SECOND_FACTOR: 'required',
    TRUST_PROXY: 'true',
    OPERATOR_DIR: 'operator',
    DKIM_KEY: isDocker ? '/operator/dkim.pem' : 'operator/dkim.pem',
    ...(smtpUrl && !readEnv().SMTP_URL && { SMTP_URL: smtpUrl }),
    ...(!isDocker && {
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PASSWORD_FILE: join(relative(root, dataDir), 'first-password'),
    }),
    ...newSecrets(isDocker ? null : dataDir),
  });
  tellDns(answers, config);
  if (isDocker) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  once('operator/Caddyfile', () => caddyText(answers.domain ?? '', port));
}

function completeEnv(settings: Record<string, string>): void {
  const known = readEnv();
  for (const [name, value] of Object.entries(settings)) {
    if (known[name] === undefined) setVariable(name, value);
    else if (known[name] !== value)
      say(`${name} steht schon in .env und bleibt. Hier passt: ${name}=${value}`);
  }
}

/** Without those that are in use already. @param folder may have some of its own */
function newSecrets(folder: string | null): Record<string, string> {
  const known = readEnv();
  const made = Bun.spawnSync([process.execPath, join(root, 'server/commands/new-secrets.ts')]);
  const hasOwn = folder !== null && existsSync(join(folder, 'data-key'));
  const secrets = Array.from(made.stdout.toString().matchAll(/^(\w+)=(.*)$/gm), ([, ...pair]) => pair);
  const isKept = (name: string) => known[name] || (hasOwn && /^(?:JWT_SECRET|DATA_KEY)$/.test(name));
  return Object.fromEntries(secrets.filter(([name = '']) => !isKept(name)));
}

function once(path: string, text: () => string): void {
  if (!existsSync(path)) replaceFile(path, text(), openlyReadable);
}

function tellDns(answers: Answers, config: SetupConfig): void {
  const operator = withSettings(loadOperator('operator'), config);
  if (!existsSync(config.dkim.keyFile ?? '')) makeDkimKey(config, operator);
  const key = readDkimKey(config, operator);
  if (key) once('operator/dns.txt', () => dnsText(answers, key));
  say(`\n${readFileSync('operator/dns.txt', 'utf8')}`);
}

/** That of compose.yaml for this machine, where the service Caddy takes a new configuration by its API. */
function caddyText(domain: string, port: number): string {
  return readFileSync(join(root, 'Caddyfile'), 'utf8')
    .replace(/^#.*/, '# Caddy auf diesem Rechner. Das Zertifikat holt und erneuert es von selbst.')
    .replace(/\t# nothing in the container.*\n\tadmin off\n\n/, '')
    .replace('{$PUBLIC_URL:http://localhost}', `https://${domain}`)
    .replace('app-1:3000 app-2:3000', `127.0.0.1:${port}`);
}
