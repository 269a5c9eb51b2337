/** The commands of `package.json`, and the operator's day: write the file, check it, start with it, look at what is open. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TOML } from 'bun';
import { type Command, done, refused, run } from '#tests/faults/support/commands';
import { failedStart, newFolder, start } from '#tests/faults/support/processes';
import { startNameServer } from '#tests/support/dns';
import { filledFile } from '#tests/support/operator';
import { dataFolder } from '#tests/support/server';
import { scripts } from '../../../package.json';

setDefaultTimeout(120_000);

const commands = Object.entries(scripts)
  .filter(([, line]) => line.startsWith('bun server/commands/'))
  .map(([name, line]): [Command, string] => [name as Command, line.slice('bun '.length)]);

test.concurrent.each(commands)(
  '%s with --help names its arguments and does nothing',
  async (command, script) => {
    const { path, remove } = await dataFolder();
    expect(await run(command, path, { args: ['--help'], script })).toEqual(
      refused(`Usage: bun run ${command}`),
    );
    expect(await readdir(path)).toEqual([]);
    await remove();
  },
);

test('all commands are asked', async () => {
  expect(commands.length).toBe(8);
});

const operator = (folder: string, task: string, env = {}) => run('operator', folder, { args: [task], env });
const write = (folder: string, text: string) => Bun.write(join(folder, 'operator', 'operator.toml'), text);

describe('bun run operator', () => {
  test('init writes the file once, and check says what is still a placeholder', async () => {
    const folder = await newFolder();
    const path = join(folder, 'operator', 'operator.toml');
    expect(await operator(folder, 'check')).toEqual(refused(`There is no ${path}`));
    expect(await operator(folder, 'init')).toEqual(done(`Written: ${path}`));
    const text = await Bun.file(path).text();
    expect(await operator(folder, 'init')).toEqual(refused(`${path} exists already; nothing is overwritten`));
    expect(await Bun.file(path).text()).toBe(text);
    const { code, output, errors } = await operator(folder, 'check');
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    for (const line of ['brand.name is still a placeholder', 'testimonials are invented examples'])
      expect(output).toContain(`operator.toml: ${line}`);
  });

  test('check names what is wrong in the file and in the documents, and says so once all is right', async () => {
    const folder = await newFolder();
    const documents = join(folder, 'operator', 'documents');
    await write(folder, '[company]\nfax = "1"');
    await Bun.write(join(documents, 'avb.pdf'), 'no PDF');
    await Bun.write(join(documents, 'AVB.pdf'), '%PDF-1.7 %%EOF');
    expect(await operator(folder, 'check')).toEqual({
      code: 1,
      output: [],
      errors: [
        'operator.toml: company.fax must be left out: there is no such key',
        expect.stringMatching(/^documents\/AVB\.pdf must be named after a document: /),
        'documents/avb.pdf must be a PDF file',
      ],
    });
    await rm(documents, { recursive: true });
    const legal = { ...filledFile.legal, testimonialsChecked: 'Wir haben den Vertrag gesehen.' };
    await write(folder, TOML.stringify({ ...filledFile, legal }));
    expect(await operator(folder, 'check')).toEqual(done('everything is filled in'));
    await Bun.write(join(documents, 'erstinformation.pdf'), '%PDF-1.7 %%EOF');
    const { output } = await operator(folder, 'check');
    expect(output.at(-1)).toStartWith('documents/erstinformation.pdf lacks the tags or the language');
  });

  test('uses OPERATOR_DIR, makes no secrets, and refuses other words', async () => {
    const folder = await newFolder();
    const elsewhere = join(folder, 'elsewhere');
    expect(await operator(join(folder, 'data'), 'init', { OPERATOR_DIR: elsewhere })).toEqual(
      done(join(elsewhere, 'operator.toml')),
    );
    expect(await Bun.file(join(folder, 'data', 'data-key')).exists()).toBe(false);
    expect(await operator(folder, 'remove')).toEqual(refused('Usage: bun run operator init'));
  });
});

describe('the Startprüfung', () => {
  test('is one warning at a start, and a command while the server runs', async () => {
    const folder = await newFolder();
    await write(folder, TOML.stringify(filledFile));
    await Bun.write(join(folder, 'operator', 'documents', 'avb.pdf'), '%PDF-1.7 %%EOF');
    const server = await start(folder);
    expect(await (await fetch(server.url)).text()).toContain('Hufschutz');

    const { code, output, errors } = await run('launch-check', folder);
    const keys = output.map((line) => line.split(':')[0]);
    expect(keys).toContain('smtp');
    expect(keys).toContain('second_factor');
    expect(keys).not.toContain('company');
    // nobody asks from a browser, so a command cannot tell whether visitors are told apart
    const line = `Startprüfung: ${output.length} Punkte offen (nicht prüfbar: client_address)`;
    expect({ code, errors }).toEqual({ code: 1, errors: [line] });

    await server.kill('SIGTERM');
    const lines = (await server.stderr()).split('\n');
    const warnings = lines.filter((line) => line.includes('"launch_check"'));
    expect(warnings).toHaveLength(1);
    const untagged = lines.find((line) => line.includes('"documents_untagged"')) ?? '{}';
    expect(JSON.parse(untagged)).toMatchObject({ level: 'warn', documents: 'documents/avb.pdf' });
    expect(JSON.parse(warnings[0] ?? '{}')).toMatchObject({ level: 'warn', keys: keys.join(', ') });
  });
});

const name = 'sattelfest._domainkey.linde.example';

async function folderOfOperator() {
  const folder = await newFolder();
  await write(folder, TOML.stringify(filledFile));
  return folder;
}

test('bun run dkim makes a key where DKIM_KEY says, once, and says what is to be published', async () => {
  const folder = await folderOfOperator();
  const DKIM_KEY = join(folder, 'keys', 'mail.pem');
  const env = { DKIM_KEY, DKIM_SELECTOR: 'post-1' };
  const { code, output } = await run('dkim', folder, { env });
  const [written, ...record] = output;
  expect([code, written]).toEqual([0, expect.stringContaining(`Written: ${DKIM_KEY}.`)]);
  expect(record).toEqual([
    'Name:  post-1._domainkey.linde.example',
    expect.stringMatching(/^Value: v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{390,}=*$/),
  ]);
  const key = await Bun.file(DKIM_KEY).text();
  const again = { code: 1, output: record, errors: [`${DKIM_KEY} exists already; nothing is overwritten.`] };
  expect(await run('dkim', folder, { env })).toEqual(again);
  expect(await Bun.file(DKIM_KEY).text()).toBe(key);
  expect(await Bun.file(join(folder, 'data-key')).exists()).toBe(false);
});

test('what name servers do not say keeps no start and no launch from succeeding', async () => {
  const folder = await folderOfOperator();
  const { address } = await startNameServer({
    'linde.example': 'silent',
    [name]: 'silent',
    '_dmarc.linde.example': 'silent',
  });
  const env = { DNS_SERVERS: address, SMTP_URL: 'smtp://127.0.0.1:9' };
  const open = await run('launch-check', folder, { env });
  expect(open.output.filter((line) => line.startsWith('mail_'))).toEqual([
    expect.stringContaining(`mail_dkim: E-Mails sind signiert, und der Schlüssel steht unter ${name}`),
  ]);
  expect(open.errors).toEqual([
    expect.stringMatching(
      /Punkte offen \(nicht prüfbar: mail_domain, mail_spf, mail_dmarc, client_address\)$/,
    ),
  ]);
  await run('dkim', folder);
  const { code, lines } = await failedStart({ DATA_DIR: folder, LAUNCH_CHECK: 'stop', ...env });
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/^LAUNCH_CHECK must be warn/);
  expect(lines.at(-1)).not.toContain('mail_');
});
