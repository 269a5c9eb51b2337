import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { parse, TomlError } from 'smol-toml';
import { tidied } from '#domain/fields';
import { codeOf } from '../log';
import { OperatorError } from '../process/failure';

/** Null: there is no such file. @throws OperatorError that says what is wrong with it */
export function readToml(path: string): unknown {
  const text = textOf(path);
  return text === null ? null : tidy(parsed(text));
}

export class Unreadable extends OperatorError {}

/** A full file with a hundred long templates has half of it; the parser takes very long for a larger one. */
const largestFile = 1024 * 1024;

function textOf(path: string): string | null {
  try {
    // a link that leads nowhere is no missing file: perhaps its disk is not mounted
    if (!lstatSync(path, { throwIfNoEntry: false })) return null;
    const file = statSync(path);
    // reading a pipe would wait forever
    if (!file.isFile() && !file.isDirectory()) throw new Unreadable(`${path} must be a file`);
    if (file.size > largestFile) throw new Unreadable('it must have at most 1 MiB');
    const bytes = readFileSync(path);
    if (!isUtf8(bytes)) throw new Unreadable('it must be saved as UTF-8');
    return new TextDecoder().decode(bytes);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(`${path} must be a file that this process can read (${codeOf(error)})`);
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
