/** `bun run seed`: staff logins and the cast's applications and callback requests, for a look at a lived-in product. */

import { createFieldCipher } from '#db/bank-data/cipher';
import { staff } from '#db/demo/cast';
import { createUser } from '#db/staff/users';
import { loadConfig } from '../config';
import { createPasswords } from '../features/auth/passwords';
import { createLog } from '../log';
import { openPrepared } from '../process/start';
import { seedDemo } from './demo';

try {
  await seed();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The data could not be added'}\n`);
  process.exit(1);
}

async function seed() {
  const config = loadConfig();
  const db = await openPrepared(config, createLog(config.logLevel));
  const passwords = createPasswords();
  for (const person of staff) {
    // made up each time: demo data must not open a door that everybody knows
    const password = crypto.randomUUID().slice(0, 13);
    const created = await createUser(
      db,
      { ...person, passwordHash: await passwords.hash(password) },
      Date.now(),
    );
    process.stdout.write(`${person.username} (${person.role}): ${created ? password : 'exists already'}\n`);
  }
  const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
  await seedDemo(db, { cipher, now: Date.now() });
  await db.close();
  process.stdout.write('The cast is in.\n');
}
