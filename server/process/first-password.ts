import { renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config';
import { createDraft, flush } from '../files';

/** The line for stdout. In a container stdout is a log that others read, so the line then names the file only. */
export function tellFirstPassword({ username, passwordFile }: Config['admin'], password: string): string {
  const shown = `First administrator: ${username} / ${password} (shown only once)`;
  if (passwordFile === null) return shown;
  const path = resolve(passwordFile);
  try {
    const draft = createDraft(path);
    writeFileSync(
      draft,
      `${username} / ${password}\n\nChange it at the first sign-in, and delete this file.\n`,
    );
    flush(draft);
    renameSync(draft, path);
  } catch {
    // the account is there, and otherwise nobody could sign in
    return shown;
  }
  return `First administrator: ${username}, password in ${path} (delete this file after the first sign-in)`;
}
