/** Who delivers a mail while another instance has it, or had it when it was killed. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { claimDueMails } from '#db/mails/claims';
import { leaseReserveMs } from '#server/mail/delivery';
import { createMailer, type Mailer } from '#server/mail/transport';
import { createOutboxWorker, type OutboxWorker, type OutboxWorkerOptions } from '#server/mail/worker';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';

const leaseMs = 60_000;

let box: Fixture;
let mailer: Mailer;
let worker: OutboxWorker | undefined;
beforeEach(async () => {
  box = await openOutbox();
  const from = { name: 'Sattelfest', address: 'kontakt@sattelfest.example' };
  mailer = createMailer({ mailDir: join(box.folder, 'mail'), from, messageIdHost: 'sattelfest.example' });
});
afterEach(async () => {
  await worker?.stop();
  await mailer.close();
  await box.remove();
});

function work(options: Partial<OutboxWorkerOptions> = {}): OutboxWorker {
  worker = createOutboxWorker({
    db: box.db,
    mailer,
    now: box.clock.now,
    log: () => {},
    subjectOf: async () => null,
    render: async ({ subject }) => ({ subject, html: 'x', text: 'x' }),
    prove: async () => {},
    singleInstance: false,
    ...options,
  });
  return worker;
}

const written = () => readdir(join(box.folder, 'mail')).catch(() => []);

test.each([
  [leaseMs - leaseReserveMs, 'sent'],
  [leaseMs - leaseReserveMs + 1, 'pending'],
])(
  'a mail whose text takes %i ms is %s: another instance takes it over when the lease ends',
  async (ms, status) => {
    const id = await box.queue();
    const render: OutboxWorkerOptions['render'] = async ({ subject }) => {
      box.clock.advance(ms);
      return { subject, html: 'x', text: 'x' };
    };
    await work({ render }).runOnce();
    expect(await box.row(id)).toMatchObject({ status });
    expect(await written()).toEqual(status === 'sent' ? [`${id}.eml`] : []);
  },
);

describe('a lease that a killed process left', () => {
  const killed = () => claimDueMails(box.db, { owner: 'killed', limit: 10, now: box.clock.now() });

  test('is taken over by another instance after 60 s', async () => {
    const id = await box.queue();
    await killed();
    const heir = work();
    box.clock.advance(leaseMs - 1);
    expect(await heir.runOnce()).toBe(0);
    box.clock.advance(1);
    expect(await heir.runOnce()).toBe(1);
    expect(await box.row(id)).toMatchObject({ status: 'sent' });
  });

  test('is taken over by a single instance at its start', async () => {
    const id = await box.queue();
    await killed();
    const started = work({ singleInstance: true });
    await started.start();
    await started.stop();
    expect(await box.row(id)).toMatchObject({ status: 'sent' });
  });
});
