/** Every backup that is not exactly as it was written is refused, and nothing is replaced. */
// ASVS 11.3.1, 11.3.2
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase, countRows } from '#db/backup';
import { chunkBytes, writeBackup } from '#server/backups/format';
import { configOf, keyOf, openStage, stage } from './fixture';

setDefaultTimeout(60_000);

/** In both forms of the file. */
const forms: [form: 'signed' | 'encrypted', env: Record<string, string>][] = [
  ['signed', {}],
  ['encrypted', { BACKUP_KEY: keyOf(7) }],
];

type Made = Awaited<ReturnType<typeof openStage>> & { bytes: Buffer };

/** Backups for all that is refused. Their databases have two whole chunks, so that they can be moved. */
const made = {} as Record<'signed' | 'encrypted', Made>;
beforeAll(async () => {
  for (const [form, env] of forms) {
    const one = await openStage(env, 1_200_000);
    await one.make();
    made[form] = { ...one, bytes: readFileSync(one.backup) };
  }
});
afterAll(async () => {
  for (const { remove } of Object.values(made)) await remove();
});

describe.each(forms)('a %s backup', (form, env) => {
  test('is the database again, with the permissions of a secret', async () => {
    const one = await stage(env);
    const rows = await countRows(one.file);
    expect(rows.applications).toBe(14);
    expect(await one.make()).toEqual([]);
    expect(statSync(one.backup).mode & 0o777).toBe(0o600);
    expect(readFileSync(one.backup).includes('SQLite format')).toBe(form === 'signed');
    expect(readFileSync(one.backup).includes('applications')).toBe(form === 'signed');
    expect(await one.restore()).toStartWith(`Restored: ${one.file} as of 20`);
    // the restore itself is in the audit log
    expect(await countRows(one.file)).toEqual({ ...rows, audit_log: (rows.audit_log ?? 0) + 1 });
  });

  test('is refused with one flipped bit, at each of 200 places', async () => {
    const { bytes, backup, restore, state } = made[form];
    const before = state();
    const start = bytes.indexOf('\n') + 1;
    const from = start + 4 + bytes.readUInt32BE(start);
    const steps = (count: number, first: number, last: number) =>
      Array.from({ length: count }, (_, index) => first + Math.floor(((last - first) * index) / (count - 1)));
    // closely through the first lines, then through the manifest, then through the database to the last byte
    const places = [...steps(60, 0, 236), ...steps(90, 240, from - 1), ...steps(50, from, bytes.length - 1)];
    expect([new Set(places).size, places.at(-1)]).toEqual([200, bytes.length - 1]);
    const reasons = new Set<string>();
    const file = openSync(backup, 'r+');
    for (const [index, place] of places.entries()) {
      const right = bytes[place] ?? 0;
      // in the file itself: a copy of some megabytes for each place takes longer than its refusal
      writeSync(file, Buffer.of(right ^ (1 << (index % 8))), 0, 1, place);
      const answer = await restore();
      writeSync(file, Buffer.of(right), 0, 1, place);
      expect(answer).toContain('backup.db is not restored: ');
      reasons.add(answer.split('restored: ')[1] ?? '');
    }
    closeSync(file);
    expect(readFileSync(backup).equals(bytes)).toBe(true);
    expect(state()).toEqual(before);
    // no place is refused only because it makes the product fail
    for (const reason of reasons) {
      expect(reason).toMatch(/damaged|cut|it needs the key|is not BACKUP_KEY|no signed backup|later version/);
    }
  });

  test('is refused when it is cut, lengthened, empty, or its chunks change places', async () => {
    const { bytes, restore, state } = made[form];
    const before = state();
    const start = bytes.indexOf('\n') + 1;
    const from = start + 4 + bytes.readUInt32BE(start);
    const length = chunkBytes + (form === 'encrypted' ? 16 : 0);
    // also at the end of a chunk
    const cuts = [0, 1, 17, 38, 60, 150, 1000, bytes.length / 2, from + length, bytes.length - 1];
    for (const end of cuts) {
      expect(await restore({ bytes: bytes.subarray(0, end) })).toContain('is not restored: ');
    }
    expect(await restore({ bytes: Buffer.concat([bytes, Buffer.alloc(1)]) })).toContain('it is too long');
    const first = bytes.subarray(from, from + length);
    const second = bytes.subarray(from + length, from + 2 * length);
    const swapped = Buffer.from(bytes);
    second.copy(swapped, from);
    first.copy(swapped, from + length);
    expect(await restore({ bytes: swapped })).toContain('it is damaged or was altered');
    expect(state()).toEqual(before);
  });

  test('is refused when its rows are not those of the manifest', async () => {
    const { folder, file, config, restore } = made[form];
    const [copy, backup] = [join(folder, 'copy.db'), join(folder, 'safe', 'counted.db')];
    await copyDatabase(file, copy);
    const about = { createdAt: '2026-11-20T09:00:00.000Z', product: '0' };
    const counted = await countRows(file);
    for (const applications of [13, 15]) {
      writeFileSync(backup, '');
      writeBackup(copy, backup, config, { ...about, rows: { ...counted, applications } });
      const reason = `its table applications has 14 rows instead of ${applications}.`;
      expect(await restore({ backup })).toContain(reason);
    }
  });
});

describe('a backup', () => {
  const encrypted = { BACKUP_KEY: keyOf(7) };
  const neither = 'which is neither DATA_KEY nor DATA_KEY_PREVIOUS.';
  const other = { DATA_KEY: keyOf(6) };
  const refusals: [string, 'signed' | 'encrypted', Record<string, string>, string][] = [
    ['another DATA_KEY', 'signed', other, neither],
    ['another DATA_KEY and the right BACKUP_KEY', 'encrypted', { ...encrypted, ...other }, neither],
    ['another BACKUP_KEY', 'encrypted', { BACKUP_KEY: keyOf(8) }, 'which is not BACKUP_KEY.'],
    ['no BACKUP_KEY', 'encrypted', {}, 'set BACKUP_KEY.'],
  ];

  test.each(refusals)('is refused with %s', async (_, form, given, reason) => {
    const one = made[form];
    const before = one.state();
    const answer = await one.restore({ config: configOf(one.folder, given) });
    expect(answer).toStartWith(`${one.backup} is not restored: it `);
    expect(answer).toEndWith(reason);
    expect(one.state()).toEqual(before);
  });

  test('that was made before BACKUP_KEY was set, or before the data key was changed, is restored', async () => {
    const one = await stage();
    await one.make();
    expect(await one.restore({ config: configOf(one.folder, encrypted) })).toStartWith('Restored');
    const changed = { DATA_KEY: keyOf(6), DATA_KEY_PREVIOUS: keyOf(5) };
    expect(await one.restore({ config: configOf(one.folder, changed) })).toStartWith('Restored');
  });

  test('that an earlier version made is restored only with --unsigned, and a signed one is checked even then', async () => {
    const one = await stage(encrypted);
    await one.make();
    const plain = readFileSync(one.file);
    expect(await one.restore({ bytes: plain })).toEndWith(
      'it is no signed backup (--unsigned restores a copy that an earlier version made).',
    );
    const restored = await one.restore({ bytes: plain, isUnsignedAllowed: true });
    expect(restored).toStartWith(`Restored: ${one.file}. `);
    const altered = readFileSync(one.backup);
    altered[altered.length - 1] = 0 ^ ((altered.at(-1) ?? 0) ^ 1);
    const refused = await one.restore({ bytes: altered, isUnsignedAllowed: true });
    expect(refused).toContain('it is damaged or was altered');
  });

  test('in a later format is refused as such', async () => {
    const { bytes, restore } = made.signed;
    const later = bytes.toString('latin1').replace('backup 1 ', 'backup 2 ');
    expect(await restore({ bytes: Buffer.from(later, 'latin1') })).toEndWith('it, in the format 2.');
  });
});
