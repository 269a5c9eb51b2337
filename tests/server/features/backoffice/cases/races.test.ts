/** Several people, or one impatient browser, act on the same case at the same moment. */
// ASVS 2.3.4
import { describe, expect, test } from 'bun:test';
import { caseEvents, caseMessages, cases } from '#db/schema/desk';
import { api, href } from '#domain/urls';
import { openQuestion, reply } from '#tests/server/features/status/question';
import type { Answer } from '#tests/support/people';
import { rowsOf } from '#tests/support/stored';
import { hire } from '../staff';
import { setDesk } from './desk';

const many = 10;
const uuid = () => crypto.randomUUID() as string;
const sorted = (answers: Answer[]) => answers.map(({ status }) => status).sort();
const times = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

describe('at the same moment', () => {
  const desk = setDesk();
  const patch = (id: string, body: object, by = desk.lukas) => by.ask('PATCH', href(api.case, { id }), body);
  const question = () => ({ id: uuid(), subject: 'Eine Frage', body: 'Wie geht es {pferd}?' });

  test('one change of a version wins, and the others are told who made it', async () => {
    const id = await desk.open();
    const answers = await times(many, (index) =>
      patch(id, { version: 1, policyNumber: `P-${index + 1}` }, index % 2 ? desk.lukas : desk.antje),
    );
    expect(sorted(answers)).toEqual([200, ...Array(many - 1).fill(409)]);
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect(await desk.caseOf(id)).toMatchObject({ version: 2, policyNumber: winner?.policyNumber });
    expect(await desk.events(id)).toHaveLength(1);
    expect(await desk.audited(id)).toHaveLength(1);
  });

  test('a note with one id is stored once, and never with another text', async () => {
    const [id, noteId] = [await desk.open(), crypto.randomUUID()];
    const answers = await times(many, (index) =>
      desk.note(id, { id: noteId, text: `Rückruf ab ${17 + (index % 2)} Uhr` }),
    );
    expect(sorted(answers)).toEqual([...Array(many / 2).fill(201), ...Array(many / 2).fill(409)]);
    expect(await desk.events(id)).toHaveLength(1);
  });

  test('an account that is deleted keeps no case', async () => {
    for (let round = 0; round < 3; round += 1) {
      const mira = await hire(desk.app, `mira.${round}`, 'sachbearbeiter');
      const ids = await times(4, () => desk.open());
      const [held = '', given = '', many = ''] = ids;
      await desk.change(held, { assigneeId: mira.user.id });
      const assigneeId = mira.user.id;
      const answers = await Promise.all([
        mira.ask('POST', api.nextCase, {}),
        patch(given, { version: 1, assigneeId }),
        desk.lukas.ask('POST', api.bulkCases, { cases: [{ id: many, version: 1 }], assigneeId }),
        desk.antje.ask('DELETE', href(api.user, { id: assigneeId })),
        mira.ask('POST', api.nextCase, {}),
        patch(held, { version: 2, policyNumber: 'P-7' }, mira),
        desk.note(held, {}, mira),
      ]);
      expect(sorted(answers).filter((status) => status >= 500)).toEqual([]);
      expect((await rowsOf(desk.app, cases)).filter((one) => one.assigneeId === assigneeId)).toEqual([]);
    }
  });

  test('an application that is deleted meanwhile stays deleted', async () => {
    const calls: Record<string, (id: string) => Promise<Answer>> = {
      change: (id) => patch(id, { version: 1, status: 'in_review' }),
      message: (id) => patch(id, { version: 1, status: 'inquiry', message: question() }),
      note: (id) => desk.note(id),
      next: () => desk.lukas.ask('POST', api.nextCase, {}),
      many: (id) =>
        desk.lukas.ask('POST', api.bulkCases, { cases: [{ id, version: 1 }], followUpOn: '2026-12-01' }),
      history: (id) => desk.lukas.ask('GET', href(api.case, { id })),
      handover: (id) =>
        desk.lukas.ask('POST', api.handovers, { id: uuid(), applicationIds: [id], format: 'csv' }),
    };
    for (const [name, call] of Object.entries(calls)) {
      for (const isFirst of [true, false]) {
        const id = await desk.open();
        const remove = () => desk.antje.ask('DELETE', href(api.staffApplication, { id }));
        const answers = await Promise.all(isFirst ? [call(id), remove()] : [remove(), call(id)]);
        expect([name, ...sorted(answers).filter((status) => status >= 500)]).toEqual([name]);
        for (const table of [cases, caseEvents, caseMessages]) {
          const rows = await rowsOf(desk.app, table);
          expect(rows.filter(({ applicationId }) => applicationId === id)).toEqual([]);
        }
      }
    }
  });
});

test('of several answers to a question with different ids, one is taken', async () => {
  const { send, answer, answers, replies, stored } = await openQuestion();
  const token = await send();
  const given = reply();
  const all = await times(many, (index) => answer(token, index % 2 ? given : reply(`Antwort ${index}`)));
  expect(new Set(sorted(all))).toEqual(new Set([201, 409]));
  expect([(await answers()).length, (await replies()).length]).toEqual([1, 1]);
  expect(await stored()).toMatchObject({ status: 'in_review', version: 3, replyUnread: true });
});
