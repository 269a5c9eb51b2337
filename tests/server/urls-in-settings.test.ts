/** Which URLs settings take: only those under which somebody can be reached. */
import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#server/config';
import { OperatorError } from '#server/process/failure';

/** The line that refuses a setting; null: it is taken. */
function refusal(name: string, value: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'sattelfest-urls-'));
  try {
    loadConfig({ DATA_DIR: folder, [name]: value });
    return null;
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ends = ['/path', '/path/', '?', '?x=1', '#', '#y', '/?x=1#y', ' ', '\t', '\n', '\\', '@'];
const refused: Record<string, string[]> = {
  PUBLIC_URL: [
    ...ends.map((end) => `https://pferd.example${end}`),
    ...['user:secret@', 'user@', '@', ' '].map((begin) => `https://${begin}pferd.example`),
    ' https://pferd.example',
  ],
  DATABASE_URL: [
    ...['file:/srv/Kunde #1/app.db', 'file:/srv/a?b/app.db', 'file:#', 'file:?x'],
    ...['libsql://db.example#x', 'https://db.example ', 'https://db .example'],
  ],
  DATABASE_SYNC_URL: ['libsql://db.example#x', 'https://db.example '],
  // a password with # / or ?, after which the user would be the host
  SMTP_URL: [
    ...['#x', '/x', '?x'].map((end) => `smtp://user:12${end}@mail.example`),
    ...['smtp://mail.example/path', 'smtp://mail.example#', 'smtp://user:pass word@mail.example'],
    ' smtp://mail.example',
  ],
  ANALYTICS_SCRIPT_URL: ['https://user:secret@stats.example/x.js', 'https://stats.example/a b.js'],
};

describe.each(Object.entries(refused))('%s refuses', (name, values) => {
  test.each(values)('%p in one line that names it, without the secret', (value) => {
    const line = refusal(name, value);
    expect(line).toStartWith(`${name} must be `);
    expect(line).not.toMatch(/\n|secret|12#/);
  });
});

test.each([
  ['PUBLIC_URL', 'https://pferd.example/'],
  ['PUBLIC_URL', 'https://pferd.example//'],
  ['PUBLIC_URL', 'http://[::1]:3000'],
  ['PUBLIC_URL', 'https://müller.example:8443'],
  ['DATABASE_URL', 'file:/srv/Kunde%20%231/app.db'],
  ['DATABASE_URL', 'file:data/app.db'],
  ['DATABASE_URL', 'https://user:secret@db.example'],
  ['SMTP_URL', 'smtp://relay:25?requireTLS=false'],
  ['SMTP_URL', 'smtp://user:1%232%2F3%3F4%40@[::1]:25/'],
  ['ANALYTICS_SCRIPT_URL', 'https://stats.example/x.js?site=1'],
])('%s=%s is taken', (name, value) => {
  expect(refusal(name, value)).toBeNull();
});

test('the base of links has no slash at its end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sattelfest-urls-'));
  expect(loadConfig({ DATA_DIR: folder, PUBLIC_URL: 'https://pferd.example//' }).publicUrl).toBe(
    'https://pferd.example',
  );
  rmSync(folder, { recursive: true });
});
