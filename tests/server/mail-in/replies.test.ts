/** Answers to our mails, handed over by a mail server. */
import { describe, expect, test } from 'bun:test';
import { readAnswer } from '#server/mail-in/answer';
import { programs } from './replies';

describe('an answer by', () => {
  test.each(programs)('%s is whole, without what it quotes', async (_, write, answer) => {
    const raw = write({ messageId: '<x@sattelfest.example>', from: 'a@b.example' });
    expect(await readAnswer(Buffer.from(raw))).toEqual({ text: answer, attachments: 0 });
  });
});
