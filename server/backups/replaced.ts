/** Databases that a restore has replaced. They stay beside the new one for a while, in case it was the wrong backup. */

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { dayMs, isoOf } from '#domain/time';

export const replacedDays = 30;

export function nameForReplaced(file: string, now: number): string {
  const stamp = isoOf(now).slice(0, 19).replace(/\D/g, '-');
  for (let count = 0; ; count += 1) {
    const name = `${file}.before-restore-${stamp}${count ? `-${count}` : ''}`;
    if (!existsSync(name)) return name;
  }
}

/** Deletes the databases that were replaced more than 30 days before `now`, with their logs; returns how many files. */
export function deleteOldReplaced(file: string, now: number): number {
  const pattern = new RegExp(
    `^${RegExp.escape(basename(file))}\\.before-restore-(\\d{4}-\\d\\d-\\d\\d)-(\\d\\d)-(\\d\\d)-(\\d\\d)(-\\d+)?([.-][a-z]+)?$`,
  );
  const old = readdirSync(dirname(file)).filter((name) => {
    const [, day, hour, minute, second] = pattern.exec(name) ?? [];
    return (
      day !== undefined && Date.parse(`${day}T${hour}:${minute}:${second}Z`) < now - replacedDays * dayMs
    );
  });
  for (const name of old) rmSync(join(dirname(file), name), { force: true });
  return old.length;
}
