/** All answers, checked: what earlier runs have written, and a file or a dialog for the rest. */
import { existsSync, mkdirSync } from 'node:fs';
import { createDns } from '../dns';
import { readToml } from '../operator/toml';
import { OperatorError } from '../process/failure';
import { collect, openDialog, say, takeFrom } from './ask';
import { domainWarning, sendTestMail } from './checks';
import { type Answers, flat, problemOf, questions, tomlLine } from './questions';
import { draftIn, operatorWith, readWritten, replace, type SetupConfig, smtpUrlOf } from './written';

/** @param path of a file with answers; null: they are asked for */
export async function answersFor(path: string | null, config: SetupConfig): Promise<Answers> {
  const known = readKnown();
  if (path === null) return await askedFor(known, config);
  const answers = await takeFrom(readAnswers(path), known, path);
  await warn(answers, config);
  const failure = await tryMail(answers, known, config);
  if (failure) throw new OperatorError(`${failure}\nEs wurde nichts geschrieben.`);
  return answers;
}

function readAnswers(path: string): Answers {
  try {
    const content = readToml(path);
    if (content !== null) return flat(content);
  } catch (error) {
    throw new OperatorError(`${path}: ${error instanceof OperatorError ? error.message : 'unlesbar'}`);
  }
  throw new OperatorError(`${path}: Diese Datei gibt es nicht.`);
}

/** An operator file that is there decides, also by what it leaves out. */
function readKnown(): Answers {
  const { answers, hasOperatorFile } = readWritten();
  const left = questions.filter(({ key, isRight }) => hasOperatorFile && !isRight && !answers[key]);
  show('Schon eingerichtet, und bleibt so:', answers);
  const missing = left.filter(({ when = () => true }) => when(answers)).map(({ key }) => key);
  if (missing.length > 0) say(`In operator/operator.toml fehlt: ${missing.join(', ')}`);
  return { ...Object.fromEntries(left.map(({ key }) => [key, ''])), ...answers };
}

/** Kept after each answer, for who has to look something up. */
async function askedFor(known: Answers, config: SetupConfig): Promise<Answers> {
  const draft = draftIn(config);
  const drafted = Object.entries(flat(existsSync(draft) ? readToml(draft) : null));
  const dialog = openDialog();
  const newIn = (all: Answers) => Object.entries(all).filter(([key]) => known[key] === undefined);
  const ask = (settled: Answers, offered: Answers) =>
    collect(dialog.source, settled, offered, async (answers, key) => {
      mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
      const lines = newIn({ ...offered, ...answers }).map(([name, value]) => `${tomlLine(name, value)}\n`);
      replace(draft, lines.join(''));
      if (key === 'domain') await warn(answers, config);
    });
  let answers = await ask({ ...Object.fromEntries(drafted.filter(isStillRight)), ...known }, {});
  while (newIn(answers).length > 0) {
    show('\nIhre Angaben:', Object.fromEntries(newIn(answers)));
    if (!/^n/i.test(await dialog.ask('Stimmt alles so? (Enter: ja, n: ändern) '))) break;
    answers = await ask(known, answers);
  }
  for (;;) {
    const failure = await tryMail(answers, known, config);
    if (failure === null) break;
    if (failure === '' && (await dialog.confirm('Kam die Probemail an?'))) break;
    say(failure || 'Sehen Sie auch im Spam-Ordner nach, und prüfen Sie Absender und Empfänger.');
    const others = Object.entries(answers).filter(
      ([key]) => !key.startsWith('mail.') || known[key] !== undefined,
    );
    answers = await ask(Object.fromEntries(others), answers);
  }
  dialog.close();
  return answers;
}

function isStillRight([key, answer]: [string, string]): boolean {
  return questions.some((one) => one.key === key && problemOf(one, answer) === null);
}

/** Null: nothing was sent, as there is no server or it was tried before. Otherwise why that failed, or nothing. */
async function tryMail(answers: Answers, known: Answers, config: SetupConfig): Promise<string | null> {
  const smtpUrl = known['mail.server'] === undefined ? smtpUrlOf(answers) : null;
  if (smtpUrl === null) return null;
  const operator = operatorWith(answers, config);
  say(`Eine Probemail geht an ${operator.mail.internalTo} …`);
  const failure = await sendTestMail(smtpUrl, `https://${answers.domain}`, operator);
  return failure === null ? '' : `Die Probemail ging nicht hinaus. ${failure}`;
}

async function warn({ domain = '' }: Answers, { dnsServers }: SetupConfig): Promise<void> {
  const warning = await domainWarning(domain, createDns(dnsServers));
  if (warning) say(`  Hinweis: ${warning}`);
}

function show(title: string, answers: Answers): void {
  const lines = questions.flatMap(({ key, ask, heading }) => {
    const answer = answers[key] && (key === 'mail.password' ? '…' : answers[key]);
    return answer ? [...(heading ? [heading] : []), `  ${ask}: ${answer}`] : [];
  });
  if (Object.keys(answers).length > 0) say([title, ...lines, ''].join('\n'));
}
