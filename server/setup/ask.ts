/** Where answers come from: a dialog, one line a question, asked again with the reason; or a file, all at once. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { none } from '#domain/operator/operator';
import { OperatorError } from '../process/failure';
import { type Answers, problemOf, type Question, questions, tidyAnswer } from './questions';

/** Returns a right answer; `offered` is taken for none. */
export type Source = (question: Question, offered: string | undefined) => Promise<string>;

/** All answers: what is `known` is not asked. `offered` comes before what is usual. `noted` gets each new answer. */
export async function collect(
  source: Source,
  known: Answers,
  offered: Answers,
  noted: (answers: Answers, key: string) => Promise<void> = async () => {},
): Promise<Answers> {
  let answers = known;
  for (const question of questions) {
    const { key, usual = '', when = () => true } = question;
    if (answers[key] !== undefined || !when(answers)) continue;
    const proposal = offered[key] ?? (answers[usual] === none ? '' : (answers[usual] ?? usual));
    const isRight = proposal !== '' && problemOf(question, proposal) === null;
    answers = { ...answers, [key]: await source(question, isRight ? proposal : undefined) };
    await noted(answers, key);
  }
  return answers;
}

/** @throws OperatorError that names everything in `given` that is missing, wrong or unknown */
export async function takeFrom(given: Answers, known: Answers, path: string): Promise<Answers> {
  const names = questions.map(({ key }) => key);
  const problems = Object.keys(given).flatMap((key) => (names.includes(key) ? [] : `${key} gibt es nicht.`));
  const missing: string[] = [];
  const source: Source = async (question, offered) => {
    const { key, ask, example } = question;
    const typed = given[key];
    const answer = typed === undefined ? (offered ?? '') : tidyAnswer(question, typed);
    if (answer === '') missing.push(`${key} = ""  # ${ask}, z. B. ${example}`);
    else if (problemOf(question, answer)) problems.push(`${key}: ${problemOf(question, answer)}`);
    return answer;
  };
  const answers = await collect(source, known, {});
  if (missing.length > 0) problems.push('Es fehlt:', ...missing);
  if (problems.length === 0) return answers;
  throw new OperatorError([`${path}: Es wurde nichts geschrieben.`, ...problems].join('\n'));
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function openDialog() {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const { isTTY } = process.stdin;
  const lines = createInterface({ input: process.stdin, output, terminal: isTTY });
  const typed = lines[Symbol.asyncIterator]();

  /** @throws OperatorError if nobody answers any more */
  async function ask(prompt: string, isSecret = false): Promise<string> {
    lines.setPrompt(prompt);
    // what is piped may have ended already
    if (isTTY) lines.prompt();
    else process.stdout.write(prompt);
    isHidden = isSecret && isTTY;
    const { value, done } = await typed.next();
    if (isHidden || !isTTY) say('');
    isHidden = false;
    if (done) throw new OperatorError('\nAbgebrochen. Mit sh setup geht es bei dieser Frage weiter.');
    return value;
  }

  const source: Source = async (question, offered) => {
    const { example, heading } = question;
    const isSecret = question.key === 'mail.password';
    const hint = offered === undefined ? `z. B. ${example}` : `Enter: ${isSecret ? 'wie vorhin' : offered}`;
    if (heading) say(`\n${heading}`);
    for (;;) {
      const line = await ask(`${question.ask} (${hint}): `, isSecret);
      const answer = line.trim() === '' ? offered : tidyAnswer(question, line);
      const problem = answer === undefined ? 'Das wird gebraucht.' : problemOf(question, answer);
      if (answer !== undefined && problem === null) return answer;
      say(`  ${problem}`);
    }
  };

  async function confirm(question: string): Promise<boolean> {
    for (;;) {
      const answer = (await ask(`${question} (j/n): `)).trim();
      if (/^(?:j|ja|y|yes)$/i.test(answer)) return true;
      if (/^(?:n|nein|no)$/i.test(answer)) return false;
    }
  }

  return { source, ask, confirm, close: () => lines.close() };
}
