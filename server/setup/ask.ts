/** Where answers come from: a dialog, one line a question, asked again with the reason; or a file, all at once. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { tidied } from '#domain/fields';
import { readToml } from '../operator/toml';
import { OperatorError } from '../process/failure';
import {
  type Answers,
  flat,
  nextOf,
  problemOf,
  type Question,
  questions,
  tomlLine,
  usualOf,
} from './questions';

/** @throws OperatorError that names everything in the file that is missing, wrong or unknown */
export function givenIn(path: string, known: Answers): Answers {
  const given = flat(contentOf(path));
  const problems = Object.keys(given)
    .filter((key) => !questions.some((one) => one.key === key))
    .map((key) => `${key} gibt es nicht.`);
  let answers = known;
  for (let next = nextOf(answers); next; next = nextOf(answers)) {
    const { key, ask, example, tidy = String } = next;
    const answer = tidy(given[key] ?? usualOf(next, answers) ?? '');
    const problem = answer === '' ? `Es fehlt ${tomlLine(key, example)}  # ${ask}` : problemOf(next, answer);
    if (problem) problems.push(answer === '' ? problem : `${key}: ${problem}`);
    answers = { ...answers, [key]: answer };
  }
  if (problems.length === 0) return answers;
  throw new OperatorError([`${path}: Es wurde nichts geschrieben.`, ...problems].join('\n'));
}

function contentOf(path: string): unknown {
  try {
    const content = readToml(path);
    if (content === null) throw new OperatorError('Diese Datei gibt es nicht.');
    return content;
  } catch (error) {
    throw error instanceof OperatorError ? new OperatorError(`${path}: ${error.message}`) : error;
  }
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
    return tidied(value);
  }

  /** Returns a right answer; `offered` is taken for none. */
  async function answer(question: Question, offered: string | undefined): Promise<string> {
    const { ask: words, example, heading, tidy = String } = question;
    const isSecret = question.key === 'mail.password';
    const hint = offered === undefined ? `z. B. ${example}` : `Enter: ${isSecret ? 'wie vorhin' : offered}`;
    if (heading) say(`\n${heading}`);
    for (;;) {
      const given = tidy((await ask(`${words} (${hint}): `, isSecret)) || (offered ?? ''));
      const problem = problemOf(question, given);
      if (problem === null) return given;
      say(`  ${problem}`);
    }
  }

  return { ask, answer, close: () => lines.close() };
}
