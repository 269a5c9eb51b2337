/** Traces of an applicant in the files of the data folder. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from './app';
import { type Applicant, kim } from './people';

/** An applicant with texts that appear nowhere else. */
export const rare: Applicant = {
  ...kim,
  'horse-data': { ...kim['horse-data'], horseName: 'Holunderblüte' },
  'contact-data': {
    ...kim['contact-data'],
    firstName: 'Holunderblüte',
    lastName: 'Wacholderbeere',
    email: 'wacholderbeere@holunder.example',
  },
  'policyholder-info': {
    ...kim['policyholder-info'],
    firstName: 'Holunderblüte',
    lastName: 'Wacholderbeere',
    street: 'Wacholderbeere',
    email: 'wacholderbeere@holunder.example',
  },
  'sepa-mandate': { ...kim['sepa-mandate'], accountHolder: 'Wacholderbeere' },
};
/** Parts of these texts; they have no umlauts, which a mail would encode. */
export const marks = ['Holunderbl', 'Wacholderbeere', 'holunder.example'];

/** The files that contain one of the texts, in any case; a mail may break lines inside a text. */
export async function filesWith({ folder }: TestApp, texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    const text = (await readFile(join(folder, name), 'latin1').catch(ofNone)).toLowerCase();
    const searched = text + text.replace(/=\r?\n/g, '');
    if (texts.some((one) => searched.includes(one.toLowerCase()))) found.push(name);
  }
  return found;
}

/** A folder has no text, and a running server may delete a file before it is read. */
function ofNone(error: NodeJS.ErrnoException): string {
  if (error.code === 'EISDIR' || error.code === 'ENOENT') return '';
  throw error;
}

export const tracesOf = (app: TestApp) => filesWith(app, marks);
