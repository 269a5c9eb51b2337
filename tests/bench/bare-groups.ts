/** A separate process that saves contacts in groups with a bare client, like the product: prints saves per second. */
import { createClient } from '@libsql/client/http';

const [url = '', size = '50', milliseconds = '1000'] = process.argv.slice(2);
const client = createClient({ url });
const now = Date.now();
const ids = Array.from({ length: Number(size) }, () => crypto.randomUUID());
const touches = ids.map((id) => ({
  sql: `insert into applications (id, created_at, updated_at, author_hash) values (?, ?, ?, ?)
    on conflict (id) do update set updated_at = excluded.updated_at where completed_at is null returning author_hash`,
  args: [id, now, now, 'x'.repeat(43)],
}));
const columns = ['salutation', 'first_name', 'last_name', 'email', 'phone', 'data_processing_consent'];
const contacts = ids.map((id) => ({
  sql: `insert into contact_data (id, application_id, ${columns}) values (?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (application_id) do update set ${columns.map((name) => `${name} = excluded.${name}`)} returning id`,
  args: [crypto.randomUUID(), id, 'mrs', 'Johanna', 'Sommer', 'johanna@sommer.example', '030 23125 101', 1],
}));
const begun = performance.now();
let saves = 0;
while (performance.now() - begun < Number(milliseconds)) {
  const transaction = await client.transaction('write');
  await transaction.batch(touches);
  await transaction.batch(contacts);
  await transaction.commit();
  saves += ids.length;
}
process.stdout.write(`${(saves * 1000) / (performance.now() - begun)}\n`);
client.close();
