/** What every instance asks every few seconds is found by an index, however much is stored. */
import { expect, test } from 'bun:test';
import { expiredQuery } from '#db/retention';
import { type RetentionKind, retentionKinds } from '#domain/retention/periods';
import { planOf } from '#tests/db/support/query-plan';
import { setApp } from '#tests/support/app';

const app = setApp();
/** Where another index begins with the same column, and has rows that are kept for longer. */
const own: Partial<Record<RetentionKind, string>> = {
  contactless_applications: 'applications_contactless',
  return_contents: 'return_files_content',
};

test.each(retentionKinds)('an index finds %s whose period has ended', async (kind) => {
  const { read } = app.db;
  const [step = '', ...more] = await planOf(read, expiredQuery(read, kind, 1, 1));
  expect(step).toContain(`INDEX ${own[kind] ?? ''}`);
  // between its ends, not only by what else the index begins with
  expect(step).toMatch(/^SEARCH \w+ USING (COVERING )?INDEX \w+ \((\w+[=>]\? AND )?\w+<\?\)$/);
  expect(more.join('\n')).not.toMatch(/^SCAN|TEMP B-TREE/m);
});
