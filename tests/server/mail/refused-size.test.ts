/** Mails that are larger than the mail server takes, whether it announces that or not. */
import { describe, expect, test } from 'bun:test';
import { file, setDivision } from './division-stage';

const stage = setDivision();

describe('a server that announces less', () => {
  test('gets parts of that size, and no mail that it would refuse', async () => {
    await stage.use({ size: 400_000 });
    stage.files = [file('A', 300_000), file('B', 300_000), file('C', 350_000)];
    await stage.box.queue();
    await stage.send();
    expect(stage.arrived().map(([, ...names]) => names)).toEqual([['A.pdf'], ['B.pdf'], ['C.pdf']]);
    expect(stage.server.offered).toHaveLength(3);
    expect(stage.mailer.largest()).toBe(400_000);
  });

  test('than one document has gets the rest', async () => {
    await stage.use({ size: 400_000 });
    stage.files = [file('A', 300_000), file('B', 500_000)];
    await stage.box.queue();
    await stage.send();
    expect(stage.arrived()).toEqual([['Ihr Antrag ist eingegangen', 'A.pdf']]);
    expect(stage.proven()).toEqual(['A']);
  });
});

describe('a server that refuses the size', () => {
  test('without having said so gets half of the limit, once', async () => {
    await stage.use({ silentSize: 600_000 });
    stage.files = [file('A', 300_000), file('B', 300_000), file('C', 300_000)];
    await stage.box.queue();
    await stage.send();
    expect(stage.arrived().map(([, ...names]) => names)).toEqual([['A.pdf'], ['B.pdf'], ['C.pdf']]);
    expect((await stage.rows()).map((one) => one.part?.halved)).toEqual([true, true, true]);
    expect(stage.server.offered).toHaveLength(4);
  });

  test('also by 5.3.4, or before it gets the mail', async () => {
    for (const [code, moment] of [
      [554, 'data'],
      [552, 'recipient'],
    ] as const) {
      await stage.use({});
      stage.files = [file('A', 300_000), file('B', 300_000)];
      const id = await stage.box.queue();
      stage.server.refuse(code, '5.3.4 too large', moment);
      await stage.send();
      const all = (await stage.rows()).filter(({ part }) => part?.of === id);
      expect(all.map(({ status }) => status)).toEqual(['failed', 'failed']);
      expect(all.map(({ part }) => part?.number)).toEqual([1, 2]);
    }
  });

  test('of a part that has links gets the same links in the first of the smaller ones', async () => {
    await stage.use({ silentSize: 700_000 });
    stage.files = [file('Groß', 1_000_001), file('A', 450_000), file('B', 450_000)];
    await stage.box.queue();
    await stage.send();
    const links = stage.server.mails.map(({ email }) => {
      const { number, linked } = JSON.parse(email.text ?? '');
      return [number, linked.map(({ label }: { label: string }) => label)];
    });
    expect(links.toSorted(([one], [other]) => one - other)).toEqual([
      [1, ['Groß']],
      [2, []],
    ]);
  });

  test('for another reason gets nothing smaller', async () => {
    stage.files = [file('A', 300_000), file('B', 300_000)];
    stage.server.refuse(550, '5.1.1 no such user');
    const id = await stage.box.queue();
    await stage.send();
    expect(await stage.box.row(id)).toMatchObject({ status: 'failed', part: null });
    expect(await stage.rows()).toHaveLength(1);
  });

  test('of a mail without attachments gets it once', async () => {
    stage.server.refuse(552, '5.2.2 full', 'data');
    await stage.box.queue();
    await stage.send();
    expect(stage.server.offered).toHaveLength(1);
  });

  test('of a part gets that part in smaller ones, whose numbers go on', async () => {
    await stage.use({ silentSize: 700_000 });
    stage.files = [file('A', 900_000), file('B', 450_000), file('C', 450_000)];
    await stage.box.queue();
    await stage.send();
    // half of the limit is too little for A
    expect(stage.arrived()).toEqual([
      ['Ihr Antrag ist eingegangen (1 von 2)'],
      ['Ihr Antrag ist eingegangen (2 von 3)', 'B.pdf'],
      ['Ihr Antrag ist eingegangen (3 von 3)', 'C.pdf'],
    ]);
    expect((await stage.rows()).map(({ part }) => part?.number)).toEqual([1, 2, 3]);
  });
});

test('parts that are refused by half of the limit too fail', async () => {
  await stage.use({ silentSize: 100_000 });
  stage.files = [file('A', 400_000), file('B', 40_000, true), file('C', 450_000)];
  await stage.box.queue();
  await stage.send();
  const all = await stage.rows();
  expect(all.map(({ status, part }) => [status, part?.files])).toEqual([
    ['failed', ['A.pdf', 'B.pdf']],
    ['failed', ['C.pdf']],
  ]);
  expect(stage.server.mails).toEqual([]);
});
