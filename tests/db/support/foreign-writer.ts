// Holds the write lock of a file 300 of every 500 ms with a libSQL client of its own, until it is ended.
import { createClient } from '@libsql/client/sqlite3';

const [file = '', holdMs = '300'] = process.argv.slice(2);
const client = createClient({ url: `file:${file}`, concurrency: 1, timeout: 2000 });
for (;;) {
  try {
    const transaction = await client.transaction('write');
    console.log('holding');
    await Bun.sleep(Number(holdMs));
    await transaction.rollback();
    await Bun.sleep(200);
  } catch {
    // The application took every turn for 2 s: the driver's connection is spoilt by that, a new one is not.
    client.reconnect();
  }
}
