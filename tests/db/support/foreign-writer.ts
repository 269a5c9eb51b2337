// Holds the write lock of a file 300 of every 500 ms with its own libSQL client, until it is killed.
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
    // The application held the lock for 2 s. After that error the connection is unusable, and a new one is needed.
    client.reconnect();
  }
}
