/**
 * What `sh setup` asks: the dialog, the answers file and a second run read one table. A fact of the operator file has its
 * words and its example in the comments of `template.toml`, and its rules in `operator/file.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { states } from '#domain/calendar/working-days';
import { intermediaryStatuses, none } from '#domain/operator/operator';
import { problemsIn } from '../operator/file';
import { root } from '../root';
import { settingsIn } from '../variables';

/** By key: `company.name` is `name` in `[company]`. */
export type Answers = Readonly<Record<string, string>>;

type Words = { ask: string; example: string; heading?: string };
type Rules = Partial<Words> & {
  reason?: string;
  /** What people type, as it is kept. */
  tidy?: (typed: string) => string;
  /** For who says nothing: the answer to this key, or this text. */
  usual?: string;
  when?: (answers: Answers) => boolean;
  /** Left out: it is a fact of the operator file. */
  isRight?: (answer: string) => boolean;
};
export type Question = Rules & Words & { key: string };

const email = { reason: 'Das ist keine E-Mail-Adresse.' };
const zipCode = { reason: 'Das ist keine Postleitzahl.' };
const mayLack = { tidy: orNone, reason: `Haben Sie keine, geben Sie ${none} ein.` };
const permitted = { when: ({ 'legal.status': status = '' }: Answers) => /^(?:agent|broker)$/.test(status) };

const rules: Record<string, Rules> = {
  domain: {
    ask: 'Adresse der Website',
    example: 'www.linde.de',
    tidy: (typed) => URL.parse(`https://${typed.replace(/^https?:\/\//i, '')}`)?.hostname ?? typed,
    isRight: (host) => /^(?:(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]|localhost)$/.test(host),
    reason: 'Bitte nur den Namen der Domain. Eine IP-Adresse geht nicht.',
  },
  'brand.name': { reason: 'Bitte höchstens 30 Zeichen.' },
  'company.name': {},
  'company.street': {},
  'company.zipCode': zipCode,
  'company.city': {},
  'company.state': {
    ask: `Bundesland: ${states.join(' ')}`,
    example: 'SN',
    tidy: (typed) => typed.toUpperCase(),
    reason: 'Bitte eines dieser Kürzel, etwa SN für Sachsen.',
  },
  'company.phone': { reason: 'Das ist keine Telefonnummer.' },
  'company.email': email,
  'company.managingDirectors': mayLack,
  'company.registerCourt': mayLack,
  'company.registerNumber': mayLack,
  'company.vatId': { ...mayLack, tidy: (typed) => orNone(typed).toUpperCase() },
  'company.intermediaryNumber': {},
  'company.privacyEmail': { ...email, usual: 'company.email' },
  'company.contentResponsible': { usual: 'company.managingDirectors' },
  'insurer.name': {},
  'insurer.street': {},
  'insurer.zipCode': zipCode,
  'insurer.city': {},
  'creditor.name': { usual: 'company.name' },
  'creditor.id': {
    tidy: (typed) => typed.replace(/\s/g, '').toUpperCase(),
    reason: 'Die Prüfziffern stimmen nicht: Bitte vergleichen Sie mit dem Bescheid der Bundesbank.',
  },
  'legal.status': {
    ask: 'Ihr Status: 1 gebundener Vertreter, 2 Vertreter mit Erlaubnis, 3 Makler',
    example: '3',
    tidy: (typed) => intermediaryStatuses[Number(typed) - 1] ?? (/makler/i.test(typed) ? 'broker' : typed),
    reason: 'Bitte 1, 2 oder 3.',
  },
  'legal.permission.name': { ask: 'Wer die Erlaubnis erteilt hat', example: 'IHK zu Leipzig', ...permitted },
  'legal.permission.street': { ask: 'Deren Straße und Hausnummer', example: 'Goerdelerring 5', ...permitted },
  'legal.permission.city': { ask: 'Deren Postleitzahl und Ort', example: '04109 Leipzig', ...permitted },
  'mail.from': { ...email, usual: 'company.email' },
  'mail.internalTo': { ...email, usual: 'company.email' },
  'mail.server': {
    ask: 'Mailserver zum Senden (erst später: -)',
    example: 'smtp.ionos.de:465',
    tidy: (typed) => orNone(typed.replace(/^(?:ssl|tls):\/\//i, '').replace(/\s+(?=\d+$)/, ':')),
    isRight: (server) => server === none || isSetting('SMTP_URL', addressOf(server)),
    reason: 'Bitte den Namen des Servers, wie ihn Ihr Anbieter nennt, und nach einem : den Port.',
  },
  'mail.user': {
    ask: 'Benutzername beim Mailserver (ohne Anmeldung: -)',
    example: 'antrag@linde.de',
    tidy: orNone,
    usual: 'mail.from',
    // a whole URL says how to sign in
    when: ({ 'mail.server': server = none }) => server !== none && !server.includes('://'),
    isRight: Boolean,
  },
  'mail.password': {
    ask: 'Passwort beim Mailserver, unsichtbar',
    example: 'Hufeisen7',
    when: ({ 'mail.user': user = none }) => user !== none,
    isRight: Boolean,
  },
  'admin.username': {
    ask: 'Benutzername des ersten Administrators',
    example: 'eva.linde',
    usual: 'admin',
    isRight: (name) => isSetting('ADMIN_USERNAME', name),
    reason: 'Bitte 3 bis 100 lateinische Buchstaben, Ziffern, Leerzeichen, Punkte, Striche und @.',
  },
};

export const template = readFileSync(join(root, 'server/operator/template.toml'), 'utf8');
const placeholders = flat(parse(template));
const words = wordsOfFacts();
export const questions: readonly Question[] = Object.entries(rules).map(([key, given]) => ({
  ...{ ask: '', example: '', ...words.find((one) => one.key === key) },
  ...given,
  key,
}));

export function nextOf(answers: Answers): Question | undefined {
  return questions.find(({ key, when = () => true }) => answers[key] === undefined && when(answers));
}

/** What is taken for no answer, if anything. */
export function usualOf(question: Question, answers: Answers): string | undefined {
  const { usual = '' } = question;
  const proposal = answers[usual] ?? usual;
  return ['', none].includes(proposal) || problemOf(question, proposal) ? undefined : proposal;
}

/** A heading stands above the first question of its table. */
function wordsOfFacts() {
  const fact = /^# (.+?)(?:, (?:in|ohne) [^ .]+)?\. Beispiel: "(.*)"\n(\w+) = /gm;
  return template.split(/^(?=\[\w)/m).flatMap((section) => {
    const [, table, heading] = /^\[(.+)\]\n# (.+?\.)/.exec(section) ?? [];
    const found = Array.from(section.matchAll(fact), ([, ask = '', example = '', name]) => ({
      ...{ key: `${table}.${name}`, ask, example },
    }));
    const asked = found.filter(({ key }) => rules[key]);
    return asked.map((one, at) => (at === 0 ? { ...one, heading } : one));
  });
}

export function problemOf(
  { key, example, reason = `So sieht es aus: ${example}`, isRight }: Question,
  answer: string,
): string | null {
  if (isRight) return isRight(answer) ? null : reason;
  const file = parse(tomlLine(key, answer));
  // an office needs all its keys, which are asked one by one
  if (problemsIn(file).some((problem) => problem.startsWith(`${key} `))) return reason;
  return answer === placeholders[key] ? 'Das ist nur ein Beispiel.' : null;
}

export function tomlLine(key: string, value: string): string {
  return `${key} = ${JSON.stringify(value)}`;
}

/** `{ company: { name: 'Linde' } }` as `{ 'company.name': 'Linde' }`. */
export function flat(content: unknown, prefix = ''): Answers {
  const entries = Object.entries(content ?? {}).flatMap(([name, value]) => {
    const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isTable
      ? Object.entries(flat(value, `${prefix}${name}.`))
      : [[prefix + name, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  return Object.fromEntries(entries);
}

/** Encoded, nothing is left in a password that Bun or Docker read otherwise in `.env`. Null: mails are files. */
export function smtpUrlOf(answers: Answers): string | null {
  const { 'mail.server': server = none, 'mail.user': user = none, 'mail.password': password = '' } = answers;
  if (server === none) return null;
  const signIn = user === none ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return addressOf(server).replace('://', () => `://${signIn}`);
}

/** `smtp.ionos.de:465` as `smtps://smtp.ionos.de:465`; at any other port a connection becomes encrypted (STARTTLS). */
function addressOf(server: string): string {
  if (/^smtps?:\/\//i.test(server)) return server;
  return `${server.endsWith(':465') ? 'smtps' : 'smtp'}://${server}`;
}

function orNone(typed: string): string {
  return /^(?:[-–—]+|keine?[nrs]?|nein|ohne|entfällt)$/i.test(typed) ? none : typed;
}

function isSetting(name: 'SMTP_URL' | 'ADMIN_USERNAME', value: string): boolean {
  try {
    settingsIn({ [name]: value });
    return true;
  } catch {
    return false;
  }
}
