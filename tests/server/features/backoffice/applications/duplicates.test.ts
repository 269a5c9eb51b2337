/** What staff see of another application that may be about the same contract. What is alike: `tests/db/cases`. */
import { expect, test } from 'bun:test';
import { likenesses } from '#domain/applications/duplicates';
import { api, href } from '#domain/urls';
import { completed } from '#tests/server/features/withdrawals/declaration';
import { begun } from '#tests/support/applications';
import { johanna, matthias } from '#tests/support/people';
import { auditOf } from '#tests/support/stored';
import { openOffice, setApplication } from '../staff';

test('details and case name it with what is alike, until it is deleted or to be erased', async () => {
  const { app, antje, lukas } = await openOffice();
  const id = await completed(app);
  await completed(app, matthias);
  app.clock.now += 60_000;
  // she began again, with her old address
  const contact = { ...johanna['contact-data'], email: 'hanna@mail.example' };
  const draft = await begun(app, 2, { ...johanna, 'contact-data': contact });
  const details = async (of: string) => (await lukas.ask('GET', href(api.details, { id: of }))).body;
  const facts = { horseName: 'Fjölnir vom Lindenhof', reason: likenesses.number };
  const twin = { ...facts, id: draft.id, createdAt: '2026-11-20T09:01:00.000Z', status: null };
  expect((await details(id)).duplicates).toEqual([twin]);
  for (const [method, body] of [['GET'], ['PATCH', { version: 1 }]] as const)
    expect((await lukas.ask(method, href(api.case, { id }), body)).body.duplicates).toEqual([twin]);
  // it was neither opened nor merged by that
  expect(await auditOf(app, 'details_opened')).toMatchObject([{ subjectId: id }]);
  const back = { ...facts, id, createdAt: '2026-11-20T09:00:00.000Z', status: 'new' };
  const seen = await details(draft.id);
  expect(seen).toMatchObject({ duplicates: [back], application: { completed: false } });
  // visitors see none
  for (const path of [href(api.application, draft), `/application/${draft.id}`])
    expect(await (await app.ask('GET', path)).text()).not.toMatch(/duplicate|Dublette/);
  await setApplication(app, draft.id, { restrictedAt: app.clock.now });
  expect((await details(id)).duplicates).toEqual([]);
  await setApplication(app, draft.id, { restrictedAt: null });
  expect((await details(id)).duplicates).toHaveLength(1);
  await antje.ask('DELETE', href(api.staffApplication, draft));
  expect((await details(id)).duplicates).toEqual([]);
});
