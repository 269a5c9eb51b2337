// Holds the write lock of a file with its own libSQL client: 300 of every 500 ms, until it is killed. With `once` it
// holds the lock until its input is closed, and then ends.
import { createClient } from '@libsql/client/sqlite3';

const [file = '', once] = process.argv.slice(2);
const client = createClient({ url: `file:${file}`, concurrency: 1, timeout: 2000 });
for (;;) {
  try {
    const transaction = await client.transaction('write');
    console.log('holding');
    if (once) await Bun.stdin.text();
    else await Bun.sleep(300);
    await transaction.rollback();
    if (once) process.exit();
    await Bun.sleep(200);
  } catch {
    // The application held the lock for 2 s. After that error the connection is unusable, and a new one is needed.
    client.reconnect();
  }
}
