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
  test('without having said so gets links in place of the documents, once', async () => {
    await stage.use({ silentSize: 600_000 });
    stage.files = [file('Antrag', 40_000, false), file('A', 300_000), file('B', 300_000)];
    await stage.box.queue();
    await stage.send();
    expect(stage.arrived()).toEqual([['Ihr Antrag ist eingegangen', 'Antrag.pdf']]);
    expect(linksIn(stage)).toEqual([['A', 'B']]);
    expect(stage.proven()).toEqual([]);
    expect(stage.server.offered).toHaveLength(2);
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
      expect(await stage.box.row(id)).toMatchObject({
        status: 'failed',
        part: { number: 1, total: 1, files: [], linked: ['A.pdf', 'B.pdf'] },
      });
    }
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

  test('of a part gets that part with links, besides those that it has', async () => {
    await stage.use({ silentSize: 600_000 });
    stage.files = [file('Groß', 1_000_001), file('A', 450_000), file('B', 450_000), file('C', 450_000)];
    await stage.box.queue();
    await stage.send();
    expect(stage.arrived()).toEqual([
      ['Ihr Antrag ist eingegangen (1 von 2)'],
      ['Ihr Antrag ist eingegangen (2 von 2)', 'C.pdf'],
    ]);
    expect(linksIn(stage)).toEqual([['Groß', 'A', 'B'], []]);
    expect(stage.proven()).toEqual(['C']);
  });

  test('with links too gets nothing more', async () => {
    await stage.use({ silentSize: 20_000 });
    stage.files = [file('A', 40_000), file('B', 40_000, false)];
    await stage.box.queue();
    await stage.send();
    expect((await stage.rows()).map(({ status, part }) => [status, part?.files, part?.linked])).toEqual([
      ['failed', ['B.pdf'], ['A.pdf']],
    ]);
    expect(stage.server.mails).toEqual([]);
  });

  test('of what has no page to link to gets it once', async () => {
    await stage.use({ silentSize: 20_000 });
    stage.files = [file('B', 40_000, false)];
    await stage.box.queue();
    await stage.send();
    expect(stage.server.offered).toHaveLength(1);
  });
});

/** The labels of the links in each mail, in the order of the parts. */
const linksIn = ({ server }: typeof stage): string[][] =>
  server.mails
    .map(({ email }) => JSON.parse(email.text ?? ''))
    .toSorted((one, other) => one?.number - other?.number)
    .map((division) => (division?.linked ?? []).map(({ label }: { label: string }) => label));
