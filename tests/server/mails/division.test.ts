/** Mails that are larger than the operator's limit, or than the mail server takes, whether it announces that or not. */
import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { isAtCap } from '#db/mails/caps';
import { outbox } from '#db/schema/mails';
import { file, limit, setDivision } from './division-stage';

const stage = setDivision();
const subject = 'Ihr Antrag ist eingegangen';

test('the size of a mail is known before it is encoded', async () => {
  const files = [file('Erklärung mit Umlauten', 50_001), file('b', 3), file('leer', 0)];
  for (const length of [0, 1, 56, 57, 58, 114, 115])
    files.push({ ...file(`genau ${length}`, 0), content: new Uint8Array(length) });
  const mail = { subject: 'Größe', html: '<p>ä</p>', text: 'ä'.repeat(100), attachments: files };
  const whole = { ...mail, id: crypto.randomUUID(), to: { name: 'Jürgen', address: 'j@gross.example' } };
  const bytes = await stage.mailer.measure(whole);
  expect(await stage.mailer.send({ ...whole, bytes })).toEqual({ ok: true });
  expect(stage.server.mails[0]?.raw.length).toBe(bytes);
});

test.each([
  [0, 1],
  [-1, 2],
])('a mail for which the limit has %d bytes more room than it needs goes in %d', async (spare, mails) => {
  const files = [file('a', 300_000), file('b', 300_000)];
  const to = { name: 'Johanna Sommer', address: 'johanna@sommer.example' };
  const whole = { subject, html: 'null', text: 'null', attachments: files, id: crypto.randomUUID(), to };
  await stage.serve({}, (await stage.mailer.measure(whole)) + spare);
  const { id, tried } = await stage.send(...files);
  expect([tried, stage.server.mails.length]).toEqual([mails, mails]);
  const largest = Math.max(...stage.server.mails.map(({ raw }) => raw.length));
  expect(largest).toBeLessThanOrEqual(stage.mailer.largest());
  expect((await stage.box.row(id)).part === null).toBe(mails === 1);
});

describe('a mail above the limit', () => {
  test('goes in as many as it needs, each with its subject and its files', async () => {
    const about = { applicationId: await stage.box.addApplication() };
    stage.files = [file('Antrag', 200_000, false), file('A', 600_000), file('B', 700_000)];
    stage.files.push(file('C', 150_000), file('D', 900_000));
    const id = await stage.box.queue(about);
    expect(await stage.sendAgain()).toBe(3);
    expect(stage.arrived()).toEqual([
      [`${subject} (1 von 3)`, 'Antrag.pdf', 'A.pdf', 'C.pdf'],
      [`${subject} (2 von 3)`, 'B.pdf'],
      [`${subject} (3 von 3)`, 'D.pdf'],
    ]);
    for (const { raw } of stage.server.mails) expect(raw.length).toBeLessThanOrEqual(limit);
    expect(new Set(stage.server.mails.map(({ email }) => email.messageId)).size).toBe(3);
    const all = await stage.rows();
    const { createdAt, emailType } = await stage.box.row(id);
    for (const one of all) {
      expect(one).toMatchObject({ status: 'sent', ...about, createdAt, emailType });
      expect(one.part).toMatchObject({ of: id, total: 3 });
    }
    // each document has one proof, by the mail that has it
    expect(stage.proven().toSorted()).toEqual(['A', 'B', 'C', 'D']);
    for (const { documentSha256, mailId } of stage.proofs)
      expect(all.find((one) => one.id === mailId)?.part?.files).toContain(`${documentSha256}.pdf`);
    expect(stage.events()).toContain('mail_divided');
  });

  test('is tried again by the part that failed alone, without being divided again', async () => {
    stage.server.refuse(451, '4.3.0 later', 'data');
    await stage.send(file('A', 700_000), file('B', 700_000));
    const tries = (await stage.rows()).map(({ status, attempts }) => [status, attempts]);
    expect(tries).toEqual([
      ['pending', 1],
      ['pending', 1],
    ]);
    expect(stage.proofs).toEqual([]);
    stage.server.accept();
    const [, second] = await stage.rows();
    const later = { nextAttemptAt: stage.box.clock.now() + 60_000 };
    await stage.box.db.write((tx) => tx.update(outbox).set(later).where(sql`id = ${second?.id}`));
    for (const [wait, proven] of [
      [15_000, ['A']],
      [60_000, ['A', 'B']],
    ] as const) {
      stage.box.clock.advance(wait);
      await stage.sendAgain();
      expect(stage.proven()).toEqual([...proven]);
    }
    expect(await stage.rows()).toHaveLength(2);
    expect(new Set(stage.server.offered).size).toBe(2);
  });

  test('counts as one towards the cap of its address, and its parts wait for no turn', async () => {
    const next = { emailType: 'documents', recipientEmail: 'johanna@sommer.example' } as const;
    stage.files = [file('A', 700_000), file('B', 700_000), file('C', 700_000)];
    await stage.box.queue(next);
    await stage.sendAgain();
    expect(stage.server.mails).toHaveLength(3);
    const isFull = () =>
      stage.box.db.write((tx) => isAtCap(tx, (key) => key, { ...next, now: stage.box.clock.now() + 1 }));
    expect(await isFull()).toBe(false);
    for (let count = 0; count < 2; count += 1) await stage.box.queue(next);
    expect(await isFull()).toBe(true);
  });

  test('has links to documents that are too large alone, and no proof of them', async () => {
    const [large, form] = [file('Groß', limit + 1), file('Antrag', limit + 1, false)];
    await stage.send(large, file('A', 500_000), form, file('B', 600_000));
    expect(stage.arrived()).toEqual([
      [`${subject} (1 von 3)`, 'A.pdf'],
      [`${subject} (2 von 3)`, 'Antrag.pdf'],
      [`${subject} (3 von 3)`, 'B.pdf'],
    ]);
    expect(stage.linked().toSorted()).toEqual([[], [], ['Groß']]);
    const [link] = stage.server.mails.flatMap(({ email }) => JSON.parse(email.text ?? '').linked);
    expect(link).toEqual({ label: 'Groß', href: 'https://stall.example/unterlagen/Groß' });
    expect(stage.proven().toSorted()).toEqual(['A', 'B']);
  });

  test('of nothing but such a document is one mail under its own subject', async () => {
    await stage.send(file('Groß', limit));
    expect(stage.arrived()).toEqual([[subject]]);
    expect(stage.proofs).toEqual([]);
  });
});

const [a, b] = [file('A', 300_000), file('B', 300_000)];

const linksAlone = { number: 1, total: 1, files: [], linked: ['A.pdf', 'B.pdf'] };
const form = file('B', 40_000, false);

// `offered`: how often the server got a whole mail, including those that it refused
const servers: Record<string, Row> = {
  'announces less gets parts of that size, and no mail that it would refuse': {
    server: { size: 400_000 },
    files: [a, b, file('C', 350_000)],
    arrived: [['A.pdf'], ['B.pdf'], ['C.pdf']],
    proven: ['A', 'B', 'C'],
    offered: 3,
    largest: 400_000,
  },
  'announces less than one document has gets the rest': {
    server: { size: 400_000 },
    files: [a, file('B', 500_000)],
    arrived: [['A.pdf']],
    proven: ['A'],
    linked: [['B']],
  },
  'refuses the size without having said so gets links in place of the documents, once': {
    server: { silentSize: 600_000 },
    files: [file('Antrag', 40_000, false), a, b],
    arrived: [['Antrag.pdf']],
    linked: [['A', 'B']],
    offered: 2,
  },
  'refuses the size of a part gets that part with links, besides those that it has': {
    server: { silentSize: 600_000 },
    files: [file('Groß', limit + 1), ...['A', 'B', 'C'].map((name) => file(name, 450_000))],
    arrived: [[], ['C.pdf']],
    linked: [['Groß', 'A', 'B'], []],
    proven: ['C'],
  },
  'refuses the size with links too gets nothing more': {
    server: { silentSize: 20_000 },
    files: [file('A', 40_000), form],
    part: { files: ['B.pdf'], linked: ['A.pdf'] },
  },
  'refuses what has no page to link to gets it once': {
    server: { silentSize: 20_000 },
    files: [form],
    offered: 1,
    part: null,
  },
  'refuses by 5.3.4 gets links': {
    refusal: [554, '5.3.4 too large', 'data'],
    files: [a, b],
    part: linksAlone,
  },
  'refuses before it gets the mail gets links': {
    refusal: [552, '5.3.4 too large', 'recipient'],
    files: [a, b],
    part: linksAlone,
  },
  'refuses for another reason gets nothing smaller': {
    refusal: [550, '5.1.1 no such user', 'recipient'],
    files: [a, b],
    part: null,
  },
  'refuses a mail without attachments gets it once': {
    refusal: [552, '5.2.2 full', 'data'],
    files: [],
    offered: 1,
    part: null,
  },
};

test.each(Object.entries(servers))('a server that %s', async (_, row) => {
  const { server = {}, refusal, files, part, arrived = [], linked, proven = [], offered, largest } = row;
  await stage.serve(server);
  if (refusal) stage.server.refuse(...refusal);
  const { id } = await stage.send(...files);
  expect(stage.arrived().map(([, ...names]) => names)).toEqual(arrived);
  if (linked) expect(stage.linked()).toEqual(linked);
  expect(stage.proven().toSorted()).toEqual(proven);
  if (offered) expect(stage.server.offered).toHaveLength(offered);
  if (largest) expect(stage.mailer.largest()).toBe(largest);
  if (part === undefined) return;
  expect(await stage.rows()).toHaveLength(1);
  expect(await stage.box.row(id)).toMatchObject({ status: 'failed', part });
});

type Row = {
  server?: Parameters<typeof stage.serve>[0];
  refusal?: Parameters<typeof stage.server.refuse>;
  files: Parameters<typeof stage.send>;
  /** The files of each mail, and the labels of its links. */
  arrived?: string[][];
  linked?: string[][];
  proven?: string[];
  offered?: number;
  largest?: number;
  /** Of the mail that failed; null: it was not divided. */
  part?: object | null;
};
