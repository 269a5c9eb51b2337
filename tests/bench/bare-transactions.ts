/** A separate process that runs one-row libSQL transactions in sequence, as durable as the product's. */
import { createClient } from '@libsql/client/sqlite3';

const [, , file = '', milliseconds = '1000'] = process.argv;
const client = createClient({ url: `file:${file}`, concurrency: 1 });
for (const pragma of ['journal_mode=WAL', 'synchronous=FULL', 'secure_delete=ON']) {
  await client.execute(`PRAGMA ${pragma}`);
}
await client.execute('CREATE TABLE IF NOT EXISTS line (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT');
const text = 'x'.repeat(200);
const begun = performance.now();
let rows = 0;
while (performance.now() - begun < Number(milliseconds)) {
  const transaction = await client.transaction('write');
  await transaction.execute({ sql: 'INSERT INTO line VALUES (?, ?)', args: [crypto.randomUUID(), text] });
  await transaction.commit();
  rows += 1;
}
process.stdout.write(`${(rows * 1000) / (performance.now() - begun)}\n`);
client.close();
