// The outbox worker in its own process: queues some mails and delivers until it is killed. It prints a line for each
// event. Arguments: database URL, SMTP URL, number of mails to queue, and how many files each has, of which one fills a
// mail.
import type { Database } from '#db/client';
import { queueMail } from '#db/mails/outbox';
import { openDatabase } from '#db/open';
import { shareOf } from '#server/mails/division';
import { createMailer } from '#server/mails/transport';
import { createOutboxWorker } from '#server/mails/worker';

const [url = '', smtpUrl = '', count = '0', files = '0'] = process.argv.slice(2);
const attachments = Array.from({ length: Number(files) }, (_, index) => ({
  filename: `${index + 1}.pdf`,
  contentType: 'application/pdf',
  content: new Uint8Array(60_000),
  document: { sha256: String(index), path: '' },
}));
void openDatabase({ url }).then(deliver);

async function deliver(db: Database) {
  const mailer = createMailer({
    smtpUrl,
    mailDir: '/dev/null',
    from: { name: 'Sattelfest', address: 'kontakt@sattelfest.example' },
    messageIdHost: 'sattelfest.example',
    maxBytes: 120_000,
  });
  const worker = createOutboxWorker({
    db,
    mailer,
    now: Date.now,
    log: (_, event) => console.log(event),
    // loading the templates would take most of its start, and a kill cannot lose a template
    word: async ({ id, subject, part }) => {
      const { attached } = shareOf(part, { attachments }, '');
      const content = { subject: subject ?? 'Ihr Antrag', html: `<p>${id}</p>`, text: id, ...attached };
      return { subject: content.subject, write: async () => content };
    },
    prove: async () => {},
    singleInstance: true,
  });
  await db.write(async (tx) => {
    for (let queued = 0; queued < Number(count); queued += 1) {
      const mail = { recipientEmail: 'johanna.sommer@mail.example', now: Date.now() };
      await queueMail(tx, { ...mail, emailType: 'completion' });
    }
  });
  console.log('queued');
  await worker.start();
}
