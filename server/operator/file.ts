import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { tidied } from '#domain/fields';
import { type Operator, type OperatorFile, operatorOf } from '#domain/operator/operator';
import { OperatorError } from '../process/failure';
import { problemsIn } from './schema';

export const operatorFileName = 'operator.toml';

/** Without a file, every value is a placeholder. @throws OperatorError that names the first problem */
export function loadOperator(folder: string): Operator {
  const { operator, problems } = readOperator(folder);
  if (!operator) throw new OperatorError(`${operatorFileName}: ${problems[0]}`);
  return operator;
}

/** `operator` is null if there are problems. `missing`: there is no file. */
type Reading = { operator: Operator | null; problems: string[]; missing: boolean };

export function readOperator(folder: string): Reading {
  try {
    const text = textOf(join(folder, operatorFileName));
    const content = tidy(text === null ? {} : parsed(text));
    const problems = problemsIn(content);
    if (problems.length > 0) return { operator: null, problems, missing: false };
    // the schema has just checked it
    return { operator: operatorOf(content as OperatorFile), problems: [], missing: text === null };
  } catch (error) {
    if (error instanceof Unreadable) return { operator: null, problems: [error.message], missing: false };
    throw error;
  }
}

class Unreadable extends Error {}

function textOf(path: string): string | null {
  const bytes = bytesOf(path);
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unreadable('it must be saved as UTF-8');
  }
}

/** A full file with a hundred long templates has half of it; the parser takes very long for a larger one. */
const largestFile = 1024 * 1024;

function bytesOf(path: string): Uint8Array | null {
  try {
    // a link that leads nowhere is no missing file: perhaps its disk is not mounted
    if (!lstatSync(path, { throwIfNoEntry: false })) return null;
    const file = statSync(path);
    // reading a pipe would wait forever
    if (!file.isFile() && !file.isDirectory()) throw new Unreadable(`${path} must be a file`);
    if (file.size > largestFile) throw new Unreadable('it must have at most 1 MiB');
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    throw new Unreadable(`${path} must be a file that this process can read (${code})`);
  }
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [sentence = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw new Unreadable(`line ${error.line}: ${sentence}`);
  }
}

/** Texts as everything that is typed, and dates as texts: TOML also knows them without quotes. */
function tidy(value: unknown): unknown {
  if (typeof value === 'string') return tidied(value).replaceAll('\r\n', '\n');
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toJSON();
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, tidy(inner)]));
}
