// A member of staff on the real services: asks about one application again and again until the process dies, and the
// outbox worker sends the mails. It prints whether the first message is stored already, and a line before and after each
// change with a message.
// Arguments: id of the application, id of the message to begin with, and which change with a message is cut, and where.

import { writeSync } from 'node:fs';
import { findCase } from '#db/cases/find';
import { findMessage } from '#db/cases/history';
import type { Database } from '#db/client';
import { openDatabase } from '#db/open';
import { placeholders } from '#domain/operator/operator';
import { loadConfig } from '#server/config';
import { saveCase } from '#server/features/backoffice/cases/routes';
import { createServices } from '#server/services';

/** `inside`: nothing is committed. `after`: all is, and nobody has heard of it. */
export type Cut = 'inside' | 'after';

const [applicationId = '', firstId = '', cutChange = '', cut = ''] = process.argv.slice(2);

void work();

async function work() {
  const config = loadConfig(process.env);
  const db = await openDatabase(config.database);
  const { context, outbox } = createServices(config, db, {
    log: () => {},
    operator: placeholders,
    publicUrl: () => 'http://localhost',
  });
  await outbox.start();
  const actor = { id: crypto.randomUUID(), username: 'lukas.weber' };
  const save = async (change: object, dying = false) => {
    const found = await findCase(db.read, applicationId, context.today());
    const { version = 0 } = found ?? {};
    const on = dying ? { ...context, db: dyingIn(db) } : context;
    // a new number each time, so that the words of the search change with the case
    const whole = { version, policyNumber: `P-${version}`, ...change };
    return (await saveCase(on, actor, applicationId, whole)).status;
  };
  if (firstId) say((await findMessage(db.read, firstId)) ? 'stored' : 'lost');
  // what a client does after a lost connection: the same again
  for (let id = firstId, count = 1; id; id = crypto.randomUUID(), count += 1) {
    say(`asking ${id}`);
    const message = { id, subject: 'Eine Frage', body: `{anrede},\n\nNummer ${id}` };
    const status = await save({ status: 'inquiry', message }, String(count) === cutChange);
    say(`asked ${id}`);
    if (status === 'inquiry') await save({ status: 'in_review' });
  }
}

/** The process dies in its next write. */
function dyingIn(db: Database): Database {
  return {
    ...db,
    write: async (work, about) => {
      const result = await db.write(async (tx) => {
        const done = await work(tx);
        if (cut === 'inside') die();
        return done;
      }, about);
      if (cut === 'after') die();
      return result;
    },
  };
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Without a buffer: a printed line must survive the kill. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}
