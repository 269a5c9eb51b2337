/** The operator's way to signed mails: a key, its record, a start that signs. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TOML } from 'bun';
import { refused, run } from '#tests/faults/support/commands';
import { failedStart, newFolder } from '#tests/faults/support/processes';
import { startNameServer } from '#tests/support/dns';
import { filledFile } from '#tests/support/operator';

setDefaultTimeout(120_000);

const name = 'sattelfest._domainkey.linde.example';

async function folderOfOperator() {
  const folder = await newFolder();
  await Bun.write(join(folder, 'operator', 'operator.toml'), TOML.stringify(filledFile));
  return folder;
}

describe('bun run dkim', () => {
  test('makes a key once, and says what is to be published', async () => {
    const folder = await folderOfOperator();
    const file = join(folder, 'dkim.pem');
    const first = await run('dkim', folder);
    expect(first).toMatchObject({ code: 0, errors: [] });
    const [written, ...record] = first.output;
    expect(written).toStartWith(`Written: ${file}.`);
    expect(record).toEqual([
      `Name:  ${name}`,
      expect.stringMatching(/^Value: v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{390,}=*$/),
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const key = await Bun.file(file).text();
    expect(await run('dkim', folder)).toEqual({
      code: 1,
      output: record,
      errors: [`${file} exists already; nothing is overwritten.`],
    });
    expect(await Bun.file(file).text()).toBe(key);
    expect(await Bun.file(join(folder, 'data-key')).exists()).toBe(false);
  });

  test('follows DKIM_KEY, DKIM_SELECTOR and MAIL_FROM', async () => {
    const folder = await newFolder();
    const DKIM_KEY = join(folder, 'keys', 'mail.pem');
    const env = { DKIM_KEY, DKIM_SELECTOR: 'post-1', MAIL_FROM: 'antrag@hufschutz.example' };
    const { code, output } = await run('dkim', folder, { env });
    expect({ code, name: output[1] }).toEqual({
      code: 0,
      name: 'Name:  post-1._domainkey.hufschutz.example',
    });
    expect(await Bun.file(DKIM_KEY).exists()).toBe(true);
    await mkdir(join(folder, 'dkim.pem'));
    expect(await run('dkim', folder)).toEqual(refused('DKIM_KEY must be the path of an RSA private key'));
  });
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
