/** Mails that are larger than the operator's limit. */
import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { isAtCap } from '#db/mails/caps';
import { outbox } from '#db/schema/mails';
import { file, limit, setDivision } from './division-stage';

const stage = setDivision();

test('the size of a mail is known before it is encoded', async () => {
  stage.files = [file('Erklärung mit Umlauten', 50_001), file('b', 3), file('leer', 0)];
  for (const length of [0, 1, 56, 57, 58, 114, 115])
    stage.files.push({ ...file(`genau ${length}`, 0), content: new Uint8Array(length) });
  const mail = { subject: 'Größe', html: '<p>ä</p>', text: 'ä'.repeat(100), attachments: stage.files };
  const whole = { ...mail, id: crypto.randomUUID(), to: { name: 'Jürgen', address: 'j@gross.example' } };
  const bytes = await stage.mailer.measure(whole);
  expect(await stage.mailer.send({ ...whole, bytes })).toEqual({ ok: true });
  expect(stage.server.mails[0]?.raw.length).toBe(bytes);
});

describe('a mail at the limit', () => {
  const measured = async () => {
    const content = {
      subject: 'Ihr Antrag ist eingegangen',
      html: 'null',
      text: 'null',
      attachments: stage.files,
    };
    const to = { name: 'Johanna Sommer', address: 'johanna@sommer.example' };
    return await stage.mailer.measure({ ...content, id: crypto.randomUUID(), to });
  };

  test.each([
    [0, 1],
    [-1, 2],
  ])('that has %d bytes more room than it needs goes in %d', async (spare, mails) => {
    stage.files = [file('a', 300_000), file('b', 300_000)];
    await stage.use({}, (await measured()) + spare);
    const id = await stage.box.queue();
    expect(await stage.send()).toBe(mails);
    expect(stage.server.mails).toHaveLength(mails);
    expect(Math.max(...stage.server.mails.map(({ raw }) => raw.length))).toBeLessThanOrEqual(
      stage.mailer.largest(),
    );
    expect((await stage.box.row(id)).part === null).toBe(mails === 1);
  });
});

describe('a mail above the limit', () => {
  test('goes in as many as it needs, each with its subject and its files', async () => {
    const applicationId = await stage.box.addApplication();
    stage.files = [
      file('Antrag', 200_000, false),
      file('A', 600_000),
      file('B', 700_000),
      file('C', 150_000),
      file('D', 900_000),
    ];
    const id = await stage.box.queue({ applicationId });
    expect(await stage.send()).toBe(3);
    expect(stage.arrived()).toEqual([
      ['Ihr Antrag ist eingegangen (1 von 3)', 'Antrag.pdf', 'A.pdf', 'C.pdf'],
      ['Ihr Antrag ist eingegangen (2 von 3)', 'B.pdf'],
      ['Ihr Antrag ist eingegangen (3 von 3)', 'D.pdf'],
    ]);
    for (const { raw } of stage.server.mails) expect(raw.length).toBeLessThanOrEqual(limit);
    const all = await stage.rows();
    expect(new Set(stage.server.mails.map(({ email }) => email.messageId)).size).toBe(3);
    const [first] = all;
    expect(first?.id).toBe(id);
    for (const one of all) {
      expect(one).toMatchObject({
        status: 'sent',
        applicationId,
        createdAt: first?.createdAt,
        emailType: 'completion',
      });
      expect(one.part).toMatchObject({ of: id, total: 3 });
    }
    // each document has one proof, by the mail that has it
    expect(stage.proven().toSorted()).toEqual(['A', 'B', 'C', 'D']);
    for (const { documentSha256, mailId } of stage.proofs)
      expect(all.find((one) => one.id === mailId)?.part?.files).toContain(`${documentSha256}.pdf`);
    expect(stage.events).toContain('mail_divided');
  });

  test('is tried again by the part that failed alone, without being divided again', async () => {
    stage.files = [file('A', 700_000), file('B', 700_000)];
    await stage.box.queue();
    stage.server.refuse(451, '4.3.0 later', 'data');
    await stage.send();
    expect((await stage.rows()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['pending', 1],
      ['pending', 1],
    ]);
    expect(stage.proofs).toEqual([]);
    stage.server.accept();
    const [, second] = await stage.rows();
    await stage.box.db.write((tx) =>
      tx
        .update(outbox)
        .set({ nextAttemptAt: stage.box.clock.now() + 60_000 })
        .where(sql`id = ${second?.id}`),
    );
    stage.box.clock.advance(15_000);
    await stage.send();
    expect(stage.proven()).toEqual(['A']);
    stage.box.clock.advance(60_000);
    await stage.send();
    expect(stage.proven()).toEqual(['A', 'B']);
    expect(await stage.rows()).toHaveLength(2);
    expect(new Set(stage.server.offered).size).toBe(2);
  });

  test('counts as one towards the cap of its address, and its parts wait for no turn', async () => {
    stage.files = [file('A', 700_000), file('B', 700_000), file('C', 700_000)];
    await stage.box.queue({ emailType: 'documents' });
    await stage.send();
    expect(stage.server.mails).toHaveLength(3);
    const next = {
      emailType: 'documents',
      recipientEmail: 'johanna@sommer.example',
      now: stage.box.clock.now() + 1,
    } as const;
    const isFull = () => stage.box.db.write((tx) => isAtCap(tx, (key) => key, next));
    expect(await isFull()).toBe(false);
    await stage.box.queue({ emailType: 'documents' });
    await stage.box.queue({ emailType: 'documents' });
    expect(await isFull()).toBe(true);
  });

  test('has links to documents that are too large alone, and no proof of them', async () => {
    stage.files = [
      file('Groß', limit + 1),
      file('A', 500_000),
      file('Antrag', limit + 1, false),
      file('B', 600_000),
    ];
    await stage.box.queue();
    await stage.send();
    expect(stage.arrived()).toEqual([
      ['Ihr Antrag ist eingegangen (1 von 3)', 'A.pdf'],
      ['Ihr Antrag ist eingegangen (2 von 3)', 'Antrag.pdf'],
      ['Ihr Antrag ist eingegangen (3 von 3)', 'B.pdf'],
    ]);
    const link = { label: 'Groß', href: 'https://stall.example/unterlagen/Groß' };
    const notes = stage.server.mails.map(({ email }) => JSON.parse(email.text ?? '').linked);
    expect(notes.toSorted((one, other) => other.length - one.length)).toEqual([[link], [], []]);
    expect(stage.proven().toSorted()).toEqual(['A', 'B']);
  });

  test('of nothing but such a document is one mail under its own subject', async () => {
    stage.files = [file('Groß', limit)];
    await stage.box.queue();
    await stage.send();
    expect(stage.arrived()).toEqual([['Ihr Antrag ist eingegangen']]);
    expect(stage.proofs).toEqual([]);
  });
});
