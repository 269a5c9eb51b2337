/** All answers: what earlier runs have written, and a file or a dialog for the rest. */
import { createDns } from '../dns';
import { OperatorError } from '../process/failure';
import { givenIn, openDialog, say } from './ask';
import { domainWarning, sendTestMail } from './checks';
import { type Answers, nextOf, type Question, questions, usualOf } from './questions';
import { keep, readAnswers } from './written';

/** @param path of a file with answers; undefined: they are asked for */
export async function answersFor(path: string | undefined, dnsServers: readonly string[]): Promise<Answers> {
  const known = readAnswers();
  if (Object.keys(known).length > 0) show('Schon eingerichtet, und bleibt so:', known);
  if (path === undefined) return nextOf(known) ? await ask(known, dnsServers) : known;
  const answers = givenIn(path, known);
  await warn(answers, dnsServers);
  const failure = known['mail.server'] ? null : await sendTestMail(answers);
  if (failure) throw new OperatorError(`${failure}\nEs wurde nichts geschrieben.`);
  return answers;
}

async function ask(known: Answers, dnsServers: readonly string[]): Promise<Answers> {
  const dialog = openDialog();
  let answers = known;
  const learn = async (question: Question) => {
    const { key } = question;
    answers = {
      ...answers,
      [key]: await dialog.answer(question, answers[key] ?? usualOf(question, answers)),
    };
    keep(answers);
    if (key === 'domain') await warn(answers, dnsServers);
  };
  for (;;) {
    for (let next = nextOf(answers); next; next = nextOf(answers)) await learn(next);
    const shown = show('\nIhre Angaben:', answers);
    const chosen = await dialog.ask('Stimmt alles so? (Enter: ja, oder die Nummer der falschen Zeile): ');
    const wrong = shown[Number(chosen) - 1];
    if (wrong) await learn(wrong);
    else if (chosen === '' && (known['mail.server'] || (await mailArrives(dialog, answers)))) break;
  }
  dialog.close();
  return answers;
}

async function mailArrives(dialog: ReturnType<typeof openDialog>, answers: Answers): Promise<boolean> {
  const failure = await sendTestMail(answers);
  if (failure === undefined) return true;
  if (failure === null && /^(?:j|y)/i.test(await dialog.ask('Kam die Probemail an? (j/n): '))) return true;
  say(failure ?? 'Sehen Sie auch im Spam-Ordner nach, und prüfen Sie Absender und Empfänger.');
  return false;
}

async function warn({ domain = '' }: Answers, dnsServers: readonly string[]): Promise<void> {
  const warning = await domainWarning(domain, createDns(dnsServers));
  if (warning) say(`  Hinweis: ${warning}`);
}

/** Returns the question of each line. */
function show(title: string, answers: Answers): Question[] {
  const shown = questions.filter(({ key }) => answers[key]);
  say(title);
  for (const [at, { key, ask: words, heading }] of shown.entries()) {
    if (heading) say(heading);
    say(`${String(at + 1).padStart(4)}  ${words}: ${key === 'mail.password' ? '…' : answers[key]}`);
  }
  say('');
  return shown;
}
