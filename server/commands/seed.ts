import { createFieldCipher } from '#db/bank-data/cipher';
import { staff } from '#db/demo/cases';
import { DatabaseInUse } from '#db/driver/errors';
import { openWithServer } from '#db/open';
import { readSiteState } from '#db/site-state';
import { createUser } from '#db/staff/users';
import { loadConfig } from '../config';
import { createPasswords } from '../features/auth/passwords';
import { createLog } from '../log';
import { loadOperator } from '../operator/file';
import { OperatorError } from '../process/failure';
import { openPrepared } from '../process/start';
import { primaryOf, refuseArguments, runCommand } from './command';
import { seedDemo } from './demo';

void runCommand('seed', async () => {
  refuseArguments();
  const config = loadConfig();
  const operator = loadOperator(config.operatorDir);
  const db = await openPrepared(config, createLog(config.logLevel)).catch((error: unknown) => {
    if (!(error instanceof DatabaseInUse)) throw error;
    return openWithServer(primaryOf(config.database));
  });
  const isPublic = config.publicUrl?.startsWith('https://');
  if (isPublic && (await readSiteState(db.read)).state !== 'trial')
    throw new OperatorError('The site is no trial: invented people must not stand beside real ones.');
  const passwords = createPasswords();
  for (const person of staff) {
    // random, because a known password would let anyone sign in
    const password = crypto.randomUUID().slice(0, 13);
    const passwordHash = await passwords.hash(password);
    const created = await db.write((tx) => createUser(tx, { ...person, passwordHash }, Date.now()));
    process.stdout.write(`${person.username} (${person.role}): ${created ? password : 'exists already'}\n`);
  }
  const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
  await seedDemo(db, { cipher, now: Date.now(), operator });
  await db.close();
  return 'The cast is in.';
});
