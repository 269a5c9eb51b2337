/** The documents that the operator gives as files: `OPERATOR_DIR/documents/{kind}.pdf`. */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { type DocumentKind, documentKinds, isDocumentKind } from '#domain/document-kinds';
import { codeOf } from '../log';
import { OperatorError } from '../process/failure';

/** `tagged`: screen readers find its parts and its language. */
export type GivenDocuments = ReadonlyMap<DocumentKind, { file: Blob; tagged: boolean }>;

const mebibyte = 1024 * 1024;
/** Six documents are sent with one mail, and mail servers refuse large ones. */
const most = { each: 2 * mebibyte, all: 8 * mebibyte };
const folderName = 'documents';

/** Without the folder, none are given. Hidden files are ignored. @throws OperatorError about the first wrong file */
export function readGivenDocuments(operatorDir: string): GivenDocuments {
  const { given, problems } = checkGivenDocuments(operatorDir);
  if (problems[0]) throw problems[0];
  return given;
}

export function checkGivenDocuments(operatorDir: string) {
  const folder = join(operatorDir, folderName);
  const given = new Map<DocumentKind, { file: Blob; tagged: boolean }>();
  const problems: OperatorError[] = [];
  const orNote = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      problems.push(error);
      return undefined;
    }
  };
  let size = 0;
  for (const name of orNote(() => namesIn(folder)) ?? []) {
    orNote(() => {
      const kind = kindOf(name);
      const bytes = readBounded(join(folder, name), name);
      size += bytes.length;
      if (size > most.all) throw new OperatorError(`${folderName} must hold at most 8 MiB in all`);
      if (!isPdf(bytes)) throw wrong(name, 'a PDF file');
      given.set(kind, { file: new Blob([bytes]), tagged: isTagged(bytes) });
    });
  }
  return { given, problems };
}

function namesIn(folder: string): string[] {
  try {
    // a link that leads nowhere is no missing folder: perhaps its disk is not mounted
    if (!lstatSync(folder, { throwIfNoEntry: false })) return [];
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch (error) {
    throw new OperatorError(
      `${folderName} must be a folder that this process can read (${codeOf(error, 'unknown reason')})`,
    );
  }
}

function kindOf(name: string): DocumentKind {
  const kind = name.replace(/\.pdf$/, '');
  if (kind !== name && isDocumentKind(kind)) return kind;
  throw wrong(name, `named after a document: ${documentKinds.map((one) => `${one}.pdf`).join(', ')}`);
}

function readBounded(path: string, name: string): Buffer<ArrayBuffer> {
  try {
    // before reading it: a pipe would keep the start waiting
    const file = statSync(path);
    const isReadable = file.isFile() || file.isDirectory();
    if (!isReadable || file.size > most.each) throw wrong(name, 'a PDF file of at most 2 MiB');
    return readFileSync(path);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw wrong(name, `a file that this process can read (${codeOf(error, 'unknown reason')})`);
  }
}

/** The marks of a complete file; programs may append some bytes after its end. */
function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF');
}

export function untaggedAmong(given: GivenDocuments): string[] {
  return [...given].filter(([, { tagged }]) => !tagged).map(([kind]) => `${folderName}/${kind}.pdf`);
}

/** A root of the structure and a language, in objects as they are or packed (ISO 32000-1, 7.5.7, 14.7.2, 14.9.2). */
function isTagged(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const packed = text.matchAll(/\/Type\s*\/ObjStm\b[\s\S]{0,999}?stream\r?\n/g);
  const objects = [text, ...[...packed].map((one) => unpacked(bytes.subarray(one.index + one[0].length)))];
  return [
    /\/StructTreeRoot\s*(?:\d+\s+\d+\s+R\b|<<)/,
    /\/Lang\s*(?:\(\s*[^\s)]|<\s*[\da-f]|\d+\s+\d+\s+R\b)/i,
  ].every((mark) => objects.some((one) => mark.test(one)));
}

/** Empty for what is encrypted, or packed in another way: nothing can be told about it. */
function unpacked(stream: Buffer): string {
  try {
    return inflateSync(stream, { maxOutputLength: 16 * mebibyte }).toString('latin1');
  } catch {
    return '';
  }
}

function wrong(name: string, mustBe: string): OperatorError {
  // one line, whatever the name contains
  const shown = name.replace(/\p{C}/gu, '?').slice(0, 100);
  return new OperatorError(`${folderName}/${shown} must be ${mustBe}`);
}
