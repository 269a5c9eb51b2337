/** What staff see of another application that may be about the same contract. */
import { expect, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as twins from '#db/cases/twins';
import { applications } from '#db/schema/applications';
import { auditLog } from '#db/schema/staff';
import { likenesses } from '#domain/applications/duplicates';
import { api, href } from '#domain/urls';
import { completed } from '#tests/server/features/withdrawals/declaration';
import { createVisitor, johanna, matthias } from '#tests/support/people';
import { openOffice } from '../staff';

async function open() {
  const office = await openOffice();
  const { app, lukas } = office;
  const id = await completed(app);
  await completed(app, matthias);
  app.clock.now += 60_000;
  // she began again, with her old address
  const draft = createVisitor(app);
  await draft.save('horse-data', johanna['horse-data']);
  await draft.save('contact-data', { ...johanna['contact-data'], email: 'hanna@mail.example' });
  const details = async (of: string) => (await lukas.ask('GET', href(api.details, { id: of }))).body;
  return { ...office, id, draft, details };
}

test('details and case name it with what is alike, also a draft', async () => {
  const { lukas, id, draft, details } = await open();
  const twin = {
    id: draft.id,
    createdAt: '2026-11-20T09:01:00.000Z',
    horseName: 'Fjölnir vom Lindenhof',
    status: null,
    reason: likenesses.number,
  };
  expect((await details(id)).duplicates).toEqual([twin]);
  const asked = { GET: undefined, PATCH: { version: 1 } } as const;
  for (const [method, body] of Object.entries(asked)) {
    const opened = await lukas.ask(method, href(api.case, { id }), body);
    expect(opened.body.duplicates).toEqual([twin]);
  }
  const back = { ...twin, id, createdAt: '2026-11-20T09:00:00.000Z', status: 'new' };
  expect((await details(draft.id)).duplicates).toEqual([back]);
});

test('who changes a case keeps nobody from writing while it is compared', async () => {
  const { app, lukas, id } = await open();
  const compared = spyOn(twins, 'findDuplicates');
  const changed = await lukas.ask('PATCH', href(api.case, { id }), { version: 1, followUpOn: '2026-12-01' });
  expect(changed.body).toMatchObject({ followUpOn: '2026-12-01', duplicates: [{ status: null }] });
  const readers = compared.mock.calls.map(([reader]) => reader === app.context.db.read);
  compared.mockRestore();
  expect(readers).toEqual([true]);
});

test('it is neither opened nor merged by that', async () => {
  const { app, lukas, id, draft, details } = await open();
  await details(id);
  const opened = await app.db.read
    .select({ subjectId: auditLog.subjectId })
    .from(auditLog)
    .where(eq(auditLog.action, 'details_opened'));
  expect(opened).toEqual([{ subjectId: id }]);
  expect((await details(draft.id)).application).toMatchObject({ completed: false });
  expect(await lukas.list(api.staffApplications)).toHaveLength(3);
});

test('it is gone with the application, and with a request to erase it', async () => {
  const { app, antje, id, draft, details } = await open();
  const restrict = (restrictedAt: number | null) =>
    app.db.write((tx) => tx.update(applications).set({ restrictedAt }).where(eq(applications.id, draft.id)));
  await restrict(app.clock.now);
  expect((await details(id)).duplicates).toEqual([]);
  await restrict(null);
  expect((await details(id)).duplicates).toHaveLength(1);
  const gone = await antje.ask('DELETE', href(api.staffApplication, { id: draft.id }));
  expect(gone.status).toBeLessThan(300);
  expect((await details(id)).duplicates).toEqual([]);
});

test('visitors see none', async () => {
  const { app, draft } = await open();
  const answers = [
    await app.ask('GET', href(api.application, { id: draft.id })),
    await app.ask('GET', `/application/${draft.id}`),
  ];
  for (const answer of answers) expect(await answer.text()).not.toMatch(/duplicate|Dublette/);
});
