/** What happens to a file of the insurer, or to its cases, between two of its calls. */
import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { returnFiles } from '#db/schema/returns';
import { theSystem } from '#domain/accounts/actors';
import { dayMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { perform } from '#server/deed';
import { applySome } from '#server/features/backoffice/returns/applying';
import { contentOf } from '#server/features/backoffice/returns/files';
import { readByLine } from '#server/features/backoffice/returns/reading';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { setOffice } from '../staff';
import { caseIn, deskOf } from './desk';

const office = setOffice();
const desk = deskOf(office);

/** A file that refuses one case, and what applies that under this key but keeps no answer, as if it were interrupted. */
async function begun(key: string) {
  const id = await caseIn(office.app, 'transmitted');
  const { context, db } = office.app;
  const { id: fileId } = await desk.matched([[id, '', 'abgelehnt']]);
  const file = await contentOf(db.read, fileId);
  const read = await readByLine(context, file);
  const applying = { context, actor: theSystem, file, key, notify: false, read };
  return { id, fileId, apply: () => perform(context, theSystem, (deed) => applySome(deed, applying, [2])) };
}

test('nothing is applied by meanings that the columns had before', async () => {
  const { id, fileId, apply } = await begun('x');
  await desk.match(fileId, { reference: 'Antrag' });
  await expect(apply()).rejects.toMatchObject({ status: 409 });
  expect(await desk.caseOf(id)).toMatchObject({ status: 'transmitted' });
});

test('an interrupted request counts what it did, also if the case was changed since', async () => {
  const own = crypto.randomUUID();
  const { id, fileId, apply } = await begun(own);
  expect(await apply()).toEqual([]);
  const { version } = await desk.caseOf(id);
  const change = { version, status: 'in_review', reason: 'Irrtum' };
  await office.antje.ask('PATCH', href(api.case, { id }), change);
  const { body } = await desk.apply(fileId, [2], false, office.lukas, own);
  expect(body).toEqual({ changed: 1, skipped: [] });
  expect(await desk.caseOf(id)).toMatchObject({ status: 'in_review' });
});

test('the same request does nothing, also when nothing keeps its line from it any more', async () => {
  const id = await caseIn(office.app, 'transmitted');
  const restrict = (restrictedAt: number | null) =>
    office.app.db.write((tx) => tx.update(applications).set({ restrictedAt }).where(eq(applications.id, id)));
  const file = await desk.matched([[id, '', 'abgelehnt']]);
  await restrict(1);
  const first = await desk.apply(file.id, [2], true);
  await restrict(null);
  expect((await desk.apply(file.id, [2], true)).body).toEqual(first.body);
  expect(await desk.caseOf(id)).toMatchObject({ status: 'transmitted' });
});

test('the content is kept from the day on which it was applied', async () => {
  const id = await caseIn(office.app, 'transmitted');
  const file = await desk.matched([[id, '', 'abgelehnt']]);
  const at = office.app.clock.now - 10 * dayMs;
  await office.app.db.write((tx) => tx.update(returnFiles).set({ at }).where(eq(returnFiles.id, file.id)));
  const opened = async () => (await office.lukas.ask('GET', href(api.return, { id: file.id }))).body;
  expect(await opened()).toMatchObject({ contentUntil: '2026-12-10' });
  await desk.apply(file.id, [2]);
  expect(await opened()).toMatchObject({ contentUntil: '2026-12-20' });
  office.app.clock.now += 25 * dayMs;
  await deleteWhatIsOver(office.app.context);
  expect(await contentOf(office.app.db.read, file.id)).toMatchObject({ id: file.id });
});
