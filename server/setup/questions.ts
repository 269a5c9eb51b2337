/**
 * What `sh setup` asks: the dialog, the answers file and a second run read one table. A fact of the operator file has its
 * question, its example and its heading in the comments of `template.toml`, and its rules in `operator/file.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { parse } from 'smol-toml';
import { states } from '#domain/calendar/working-days';
import { tidied } from '#domain/fields';
import { intermediaryStatuses, none, openKeys, operatorOf } from '#domain/operator/operator';
import { problemsIn } from '../operator/file';
import { root } from '../root';
import { settingsIn } from '../variables';

/** By key: `company.name` is `name` in `[company]`. */
export type Answers = Readonly<Record<string, string>>;

type Rules = {
  ask?: string;
  example?: string;
  /** Why an answer is refused. */
  reason?: string;
  /** What people type, as it is kept. */
  tidy?: (typed: string) => string;
  /** For who says nothing: the answer to this key, or this text. */
  usual?: string;
  when?: (answers: Answers) => boolean;
  /** Left out: the operator file has the fact. */
  isRight?: (answer: string) => boolean;
};
export type Question = Rules & { key: string; ask: string; example: string; heading?: string };

const email = { reason: 'Das ist keine E-Mail-Adresse.' };
const optional = { tidy: orNothing, reason: `Das passt nicht. Haben Sie keine, geben Sie ${none} ein.` };
const zipCode = { reason: 'Das ist keine Postleitzahl.' };
const permitted = { when: ({ 'legal.status': status = '' }: Answers) => /^(?:agent|broker)$/.test(status) };
// a whole URL says how to sign in
const signsIn = ({ 'mail.server': given = none }: Answers) =>
  !['', none].includes(given) && !/^smtps?:/i.test(given);

/** In the order in which they are asked. */
const rules: Record<string, Rules> = {
  domain: {
    ask: 'Adresse der Website',
    example: 'www.linde.de',
    tidy: hostIn,
    isRight: (host) => /^(?:(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]|localhost)$/.test(host),
    reason: 'Bitte nur den Namen, ohne Pfad und Leerzeichen. Eine IP-Adresse geht nicht.',
  },
  'brand.name': { reason: 'Bitte höchstens 30 Zeichen.' },
  'company.name': {},
  'company.street': {},
  'company.zipCode': zipCode,
  'company.city': {},
  'company.state': {
    ask: `Bundesland, kurz (${states.join(' ')})`,
    example: 'SN',
    tidy: (typed) => typed.toUpperCase(),
    reason: 'Bitte eines dieser Kürzel, etwa SN für Sachsen.',
  },
  'company.phone': { reason: 'Das ist keine Telefonnummer.' },
  'company.email': email,
  'company.managingDirectors': optional,
  'company.registerCourt': optional,
  'company.registerNumber': optional,
  'company.vatId': { ...optional, tidy: (typed) => orNothing(typed).toUpperCase() },
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
    ask: `Mailserver zum Senden, mit - erst später`,
    example: 'smtp.ionos.de:465',
    tidy: (typed) => orNothing(typed.replace(/^(?:ssl|tls):\/\//i, '').replace(/\s+(?=\d+$)/, ':')),
    isRight: (server) => server === none || isSetting('SMTP_URL', addressOf(server)),
    reason: 'Bitte den Namen des Servers, wie ihn Ihr Anbieter nennt, und nach einem : den Port.',
  },
  'mail.user': {
    ask: 'Benutzername beim Mailserver, mit - ohne Anmeldung',
    example: 'antrag@linde.de',
    tidy: orNothing,
    usual: 'mail.from',
    when: signsIn,
    isRight: () => true,
  },
  'mail.password': {
    ask: 'Passwort beim Mailserver (unsichtbar)',
    example: 'Hufeisen7',
    when: (answers) => signsIn(answers) && answers['mail.user'] !== none,
    isRight: () => true,
  },
  'admin.username': {
    ask: 'Benutzername des ersten Administrators',
    example: 'eva.linde',
    usual: 'admin',
    isRight: (name) => isSetting('ADMIN_USERNAME', name),
    reason: 'Bitte 3 bis 100 lateinische Buchstaben, Ziffern, Leerzeichen, Punkte, Striche und @.',
  },
};

type Line = { line: string; table: string; key?: string; comment: string };

/** The template of the operator file. `comment` is what stands above a line. */
export function templateLines(): Line[] {
  let table = '';
  let above: string[] = [];
  return readFileSync(join(root, 'server/operator/template.toml'), 'utf8')
    .split('\n')
    .map((line) => {
      const [, opened, key] = /^(?:# )?(?:\[([\w.]+)\]|(\w+) = .*)$/.exec(line) ?? [];
      const comment = above.join(' ');
      const isText = !opened && !key && line.startsWith('# ');
      above = isText ? [...above, line.slice(2)] : [];
      table = opened ?? table;
      return { line, table, key: key && `${table}.${key}`, comment };
    });
}

export const questions: readonly Question[] = askedIn(templateLines());

function askedIn(lines: Line[]): Question[] {
  const keys = Object.keys(rules);
  const tables = keys.map((key) => key.slice(0, key.lastIndexOf('.')));
  return Object.entries(rules).map(([key, given], index) => {
    const told = lines.find((one) => one.key === key)?.comment ?? '';
    const [, ask = '', example = ''] = /^(.*?)(?:, (?:in|ohne) [^ .]+)?\. Beispiel: "(.*)"/.exec(told) ?? [];
    const first = tables.indexOf(tables[index] ?? '') === index;
    const about = lines.find((one) => first && one.table === tables[index] && one.line === '')?.comment;
    return { ask, example, heading: about?.replace(/(?<=\.) .*/, ''), ...given, key };
  });
}

/** What is wrong with an answer, or null. */
export function problemOf(
  { key, example, reason = `Das passt nicht. So sieht es aus: ${example}`, isRight }: Question,
  answer: string,
): string | null {
  if (!/^[^\p{C}]{1,200}$/u.test(answer)) return 'Bitte 1 bis 100 Zeichen in einer Zeile.';
  if (isRight) return isRight(answer) ? null : reason;
  const file = parse(tomlLine(key, answer));
  // an office needs all its keys, which are asked one by one
  if (problemsIn(file).some((problem) => problem.startsWith(`${key} `))) return reason;
  const isOurs = Object.values(openKeys(operatorOf(file)))
    .flat()
    .includes(key);
  return isOurs ? 'Das ist nur ein Beispiel.' : null;
}

export function tidyAnswer({ tidy = String }: Question, typed: string): string {
  return tidy(tidied(typed));
}

export function tomlLine(key: string, value: string): string {
  return `${key} = ${JSON.stringify(value)}`;
}

/** `{ company: { name: 'Linde' } }` as `{ 'company.name': 'Linde' }`. */
export function flat(content: unknown, prefix = ''): Answers {
  const entries = Object.entries(content ?? {}).flatMap(([name, value]) => {
    const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isTable ? Object.entries(flat(value, `${prefix}${name}.`)) : [[prefix + name, String(value)]];
  });
  return Object.fromEntries(entries);
}

/** `smtp.ionos.de:465` as `smtps://smtp.ionos.de:465`; at any other port a connection becomes encrypted (STARTTLS). */
export function addressOf(server: string): string {
  if (/^smtps?:\/\//i.test(server)) return server;
  return `${server.endsWith(':465') ? 'smtps' : 'smtp'}://${server}`;
}

function hostIn(typed: string): string {
  const host = typed.toLowerCase().replace(/^https?:\/\/|\/+$/g, '');
  return domainToASCII(host) || host;
}

function orNothing(typed: string): string {
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
