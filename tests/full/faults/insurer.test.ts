/** Kills while the lines of the insurer's file are applied: the same request completes it, and nothing is doubled. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { openDatabase } from '#db/open';
import { caseEvents, caseMessages, cases } from '#db/schema/desk';
import { returnFiles } from '#db/schema/insurer';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import type { ReturnPage, ReturnResult } from '#domain/insurer/answers';
import { api, href } from '#domain/urls';
import { loadConfig } from '#server/config';
import { createLog } from '#server/log';
import { openPrepared } from '#server/process/start';
import { bringToInsurer, handler, seedCases } from '#tests/bench/case-rows';
import { crowdId } from '#tests/bench/crowd-rows';
import { newFolder, start } from '#tests/faults/support/processes';
import { bearer, call, tokenOf } from '#tests/support/staff';

const count = 300;
const lines = Array.from({ length: count }, (_, index) => index + 2);
/** The server is killed once so many cases are changed. */
const kills = [1, 60, 130];
const mapping = { reference: 'Antrag', status: 'Stand', policyNumber: 'Police' };

test(`${kills.length} kills while a file is applied lose and double nothing`, async () => {
  const folder = await newFolder();
  await seed(folder);
  const id = crypto.randomUUID();
  await prepare(folder, id);
  let done = 0;
  for (const least of kills) {
    const server = await start(folder, { RATE_LIMIT: 'off' });
    const staff = bearer(await tokenOf(server.url, handler));
    const cut = apply(server.url, id, staff).then(
      () => 'answered',
      () => 'cut',
    );
    while ((await changedOf(server.url, staff)) < least)
      expect(await Promise.race([cut, 'runs'])).toBe('runs');
    await server.kill('SIGKILL');
    expect(await cut).toBe('cut');
    const left = await lookInto(folder);
    expect(left).toEqual({ ...sums(left.changed), changed: left.changed });
    expect(left.changed).toBeGreaterThanOrEqual(done);
    done = left.changed;
  }
  // the last kill came halfway
  expect(done).toBeLessThan(count);
  const server = await start(folder, { RATE_LIMIT: 'off' });
  const staff = bearer(await tokenOf(server.url, handler));
  for (const _ of [1, 2]) {
    expect(await apply(server.url, id, staff)).toEqual({ changed: count, skipped: [] });
  }
  await server.kill('SIGTERM');
  expect(await lookInto(folder)).toEqual({ ...sums(count), changed: count, applied: 1 });
}, 120_000);

/** Cases that are all at the insurer. */
async function seed(folder: string): Promise<void> {
  const db = await openPrepared(loadConfig({ DATA_DIR: folder }), createLog('error'));
  await seedCases(db, Date.now(), count, 'usual');
  await db.write((tx) => bringToInsurer(tx, count));
  await db.close();
}

async function prepare(folder: string, id: string): Promise<void> {
  const server = await start(folder, { RATE_LIMIT: 'off' });
  const staff = bearer(await tokenOf(server.url, handler));
  const rows = lines.map((line) => `${crowdId(line - 2)};VS-${line};policiert`);
  await fetch(`${server.url}${api.returns}?${new URLSearchParams({ id, name: 'a.csv' })}`, {
    method: 'POST',
    headers: { ...staff, 'content-type': 'text/csv' },
    body: ['Antrag;Police;Stand', ...rows].join('\n'),
  });
  await call(server.url, 'POST', href(api.matchReturn, { id }), { mapping }, staff);
  await server.kill('SIGTERM');
}

type Headers = Record<string, string>;

async function apply(url: string, id: string, staff: Headers): Promise<ReturnResult> {
  const path = href(api.applyReturn, { id });
  return (await (await call(url, 'POST', path, { lines, notify: true }, staff)).json()) as ReturnResult;
}

async function changedOf(url: string, staff: Headers): Promise<number> {
  const answer = await call(url, 'GET', api.returns, undefined, staff);
  return ((await answer.json()) as ReturnPage).returns[0]?.changed ?? 0;
}

/** Everything that belongs to so many changes. */
const sums = (changed: number) => ({
  ...{ cases: changed, events: changed, messages: changed, mails: changed, audited: changed },
  applied: 0,
});

async function lookInto(folder: string) {
  const db = await openDatabase({ url: `file:${join(folder, 'app.db')}` });
  const { read } = db;
  const [file] = await read.select().from(returnFiles);
  const left = {
    changed: file?.changed ?? 0,
    cases: await read.$count(cases, eq(cases.status, 'issued')),
    events: await read.$count(caseEvents, eq(caseEvents.kind, 'status')),
    messages: await read.$count(caseMessages),
    mails: await read.$count(outbox, eq(outbox.emailType, 'case_issued')),
    audited: await read.$count(auditLog, eq(auditLog.action, 'case_changed')),
    applied: await read.$count(auditLog, eq(auditLog.action, 'return_applied')),
  };
  await db.close();
  return left;
}
