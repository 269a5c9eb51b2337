/** Links of applications that are deleted meanwhile. */
import { expect, test } from 'bun:test';
import { deleteRows } from '#db/erasers';
import { linkTokens } from '#db/schema/desk';
import { setApp } from '#tests/support/app';
import { addPreparation, queueAbout } from '#tests/support/beginnings';
import { rowsOf } from '#tests/support/stored';

const app = setApp();
const stored = () => rowsOf(app, linkTokens);

test('a deleted application gets no link, and whoever was about to store one goes on', async () => {
  const { applicationId } = await addPreparation(app);
  const mail = await queueAbout(app, 'application_prepared', { applicationId });
  await app.context.links.newResume(applicationId);
  expect(await stored()).toHaveLength(1);
  await app.db.write((tx) => deleteRows(tx, [applicationId]));
  // the browser of the customer has saved a step just before, and the mail is about to be sent
  expect(await app.context.links.newResume(applicationId)).toMatch(/^[\w-]{43}$/);
  await app.context.links.linkFor('resume', mail);
  expect(await stored()).toEqual([]);
});
