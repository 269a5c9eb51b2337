/**
 * Settings of `.env` files that Bun reads otherwise than they are written: in every kind of quotes it replaces `$NAME`,
 * without quotes it cuts at `#`, and a quote that is not closed takes the next lines too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Record<string, string | undefined>;
type Changed = { name: string; file: string };

/** Every name among `names` once, with the file. A value that comes from elsewhere, or as it is written, is fine. */
export function settingsChangedIn(
  folder: string,
  environment: Environment,
  names: readonly string[],
): Changed[] {
  const mode = environment.NODE_ENV ?? 'development';
  const files = ['.env', `.env.${mode}`, '.env.local', `.env.${mode}.local`];
  const written = files.flatMap((file) => settingsIn(join(folder, file)).map((one) => ({ ...one, file })));
  return names.flatMap((name) => {
    const ofName = written.filter((one) => one.name === name);
    const changed = ofName.findLast(({ value }) => isChangeable(value));
    if (!changed || ofName.some(({ value }) => value === environment[name])) return [];
    return [{ name, file: changed.file }];
  });
}

function isChangeable(value: string): boolean {
  return /[$#\\"'`]/.test(value);
}

function settingsIn(file: string): { name: string; value: string }[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Array.from(
    text.matchAll(/^\s*(?:export\s+)?([A-Z_]+)[ \t]*[=:][ \t]*(.*)$/gm),
    ([, name = '', raw = '']) => ({
      name,
      value: valueIn(raw.trim()),
    }),
  );
}

/** What somebody means who writes this. `\$` is how a `$` has to be written. */
function valueIn(raw: string): string {
  const [, , quoted] = /^(["'`])(.*)\1(?:\s+#.*)?$/.exec(raw) ?? [];
  return (quoted ?? raw.replace(/(?:^|\s+)#.*$/, '')).replaceAll('\\$', '$');
}
