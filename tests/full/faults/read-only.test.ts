/** The server as compose.yaml runs it: it writes nothing but its data, and has no rights of root. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '#tests/faults/support/commands';
import { completeApplication, newFolder, start } from '#tests/faults/support/processes';
import { mayMakeReadOnly, readOnlyBut, withoutRights } from '#tests/faults/support/rights';
import { endThisTest } from '#tests/support/endings';
import { administrator, bearer, call, tokenOf } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(120_000);

const confinements: Record<string, (folder: string) => string[]> = {
  'no rights of root': () => withoutRights,
};
if (await isRoot()) confinements['a read-only file system and no rights of root'] = readOnlyBut;

describe.each(Object.keys(confinements))('with %s', (name) => {
  const confined = confinements[name] ?? readOnlyBut;

  test('an application is completed, its PDF is drawn, its mails are kept, and a stop is regular', async () => {
    const folder = await newFolder();
    const server = await start(folder, { RATE_LIMIT: 'off' }, confined(folder));
    const { id } = await completeApplication(server.url);
    const path = `/api/backoffice/applications/${id}/document?copy=staff`;
    const token = await tokenOf(server.url, administrator);
    const document = await call(server.url, 'GET', path, undefined, bearer(token));
    expect(await document.text()).toStartWith('%PDF-');
    const mails = () => readdir(join(folder, 'mail')).catch(() => []);
    await until(async () => (await mails()).filter((file) => file.endsWith('.eml')).length >= 2);
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(await server.stderr()).not.toContain('"level":"error"');
  });

  test('a backup beside the server is made', async () => {
    const folder = await newFolder();
    await start(folder, {}, confined(folder));
    const { code } = await run('backup', folder, {
      args: [join(folder, 'copy.db')],
      before: confined(folder),
    });
    expect(code).toBe(0);
  });
});

async function isRoot(): Promise<boolean> {
  const may = mayMakeReadOnly(await newFolder());
  await endThisTest();
  return may;
}
