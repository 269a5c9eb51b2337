import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operator, openKeys } from '#domain/operator/operator';
import { loadOperatorDir } from '../config';
import { checkGivenDocuments, untaggedAmong } from '../documents/given';
import { codeOf } from '../log';
import { operatorFileName, readOperator } from '../operator/file';
import { OperatorError } from '../process/failure';
import { root } from '../root';
import { runCommand } from './command';

const templateFile = join(root, 'server/operator/template.toml');

void runCommand('operator command', async () => {
  const [task, ...more] = process.argv.slice(2);
  if (task === 'init' && more.length === 0) return init(loadOperatorDir());
  if (task === 'check' && more.length === 0) return check(loadOperatorDir());
  throw new OperatorError('Usage: bun run operator init, or bun run operator check');
});

function init(folder: string): string {
  const path = join(folder, operatorFileName);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, readFileSync(templateFile), { flag: 'wx' });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') throw new OperatorError(`${path} exists already; nothing is overwritten.`);
    throw new OperatorError(`${path} cannot be written (${code}).`);
  }
  return `Written: ${path}. Fill it in, then run: bun run operator check`;
}

function check(folder: string): string {
  const { operator, problems, missing } = readOperator(folder);
  const documents = checkGivenDocuments(folder);
  const named = (sentences: string[]) => sentences.map((one) => `${operatorFileName}: ${one}`).join('\n');
  const wrong = [
    ...(missing ? [`There is no ${join(folder, operatorFileName)}: bun run operator init writes one.`] : []),
    ...problems.map((one) => named([one])),
    ...new Set(documents.problems.map(({ message }) => message)),
  ];
  if (!operator || wrong.length > 0) throw new OperatorError(wrong.join('\n'));
  const open = openSentences(operator);
  const untagged = untaggedAmong(documents.given).map(
    (file) =>
      `${file} lacks the tags or the language that screen readers need: ask whoever wrote it for a tagged PDF`,
  );
  return [named(open.length === 0 ? ['everything is filled in'] : open), ...untagged].join('\n');
}

function openSentences(operator: Operator): string[] {
  const { testimonials, legal } = operator;
  const kind = testimonials[0]?.kind;
  return [
    ...Object.values(openKeys(operator))
      .flat()
      .map((key) => (key.startsWith('legal.') ? `${key} is still missing` : `${key} is still a placeholder`)),
    ...(kind === 'example' ? ['testimonials are invented examples'] : []),
    ...(kind === 'verified' && !legal.testimonialsChecked
      ? ['legal.testimonialsChecked should say how the testimonials were checked']
      : []),
  ];
}
