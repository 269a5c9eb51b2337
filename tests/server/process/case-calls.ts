/** Every call about a completed application, its hand-over and the tariffs, with marked texts, right and wrong. */
import { eq } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { api, href, pages } from '#domain/urls';
import { renderQueuedMail } from '#tests/server/mails/written';
import type { TestApp } from '#tests/support/app';

type Ask = (method: string, path: string, body?: unknown) => Promise<Response>;

const uuid = () => crypto.randomUUID();

/** Returns the token of the link to the application's status. */
export async function everyCaseCall(app: TestApp, ask: Ask, id: string, mark: string): Promise<string> {
  const messageId = uuid();
  const token = await staffCalls(app, ask, { id, messageId, mark });
  await applicantCalls(app, token, messageId, mark);
  await handoverCalls(ask, id);
  const benefits = { basis: [{ name: mark, beschreibung: mark }] };
  for (const body of [{ benefits }, { benefits: mark }, { validFrom: mark }])
    await ask('POST', api.tariffVersions, body);
  for (const path of [api.tariffVersion, api.releaseTariffs]) await ask('DELETE', href(path, { id: mark }));
  return token;
}

async function staffCalls(
  app: TestApp,
  ask: Ask,
  { id, messageId, mark }: { id: string; messageId: string; mark: string },
): Promise<string> {
  const message = { id: messageId, subject: mark, body: `{anrede}, ${mark}` };
  const unsent = { ...message, id: uuid() };
  for (const change of [
    { policyNumber: mark, reason: mark },
    { status: mark },
    { status: 'inquiry', message: { ...unsent, body: `{${mark}}` } },
    { status: 'inquiry', message: { ...unsent, subject: `${mark}\r\nBcc: ${mark}` } },
    { status: 'inquiry', message: mark },
    { status: 'declined', reason: `${mark}\u0000` },
  ])
    await ask('PATCH', href(api.case, { id }), { version: 1, ...change });
  const now = (await (await ask('GET', href(api.case, { id }))).json()) as { version: number };
  await ask('PATCH', href(api.case, { id }), { version: now.version, status: 'inquiry', message });
  for (const text of [mark, `${mark}\u0000`, mark.repeat(2_000)]) {
    await ask('POST', href(api.caseNotes, { id }), { id: uuid(), text });
    await ask('POST', href(api.casePreview, { id }), { status: 'inquiry', subject: mark, body: text });
  }
  await ask('DELETE', href(api.caseNote, { id, noteId: mark }));
  await ask('POST', api.nextCase, { skip: [mark] });
  await ask('POST', api.bulkCases, { cases: [{ id, version: 1 }], followUpOn: mark });
  for (const path of [
    `${api.cases}?q=${mark}`,
    `${api.cases}?view=${mark}`,
    href(api.caseHistory, { id }),
    href(api.caseTemplates, { id }),
    href(api.case, { id: mark }),
  ])
    await ask('GET', path);
  const found = app.db.read.select().from(outbox).where(eq(outbox.caseMessageId, messageId));
  // none while the database fails
  const [mail] = await found.catch(() => []);
  const content = mail && (await renderQueuedMail(app.context, mail).catch(() => null));
  return content?.html.match(/\/status\/([\w-]{43})"/)?.[1] ?? '';
}

/** As a page without script, as JSON, and with links that open nothing. */
async function applicantCalls(app: TestApp, token: string, messageId: string, mark: string): Promise<void> {
  for (const one of [mark, mark.padEnd(43, '-'), token]) {
    for (const path of [pages.status, api.status, api.statusDocument])
      await app.ask('GET', href(path, { token: one }));
    const path = href(api.answerStatus, { token: one });
    for (const body of [
      { id: messageId, text: mark },
      { id: uuid(), text: `${mark}\u0000` },
      { id: uuid(), text: mark.repeat(20_000) },
      mark,
      { id: uuid(), text: mark },
    ]) {
      await app.ask('POST', path, { raw: `{"text":"${mark}` });
      await app.ask('POST', path, { body });
      const raw = new URLSearchParams(Object.entries(Object(body)).map(([k, v]) => [k, String(v)]));
      await app.ask('POST', path, { raw: `${raw}`, type: 'application/x-www-form-urlencoded' });
    }
  }
}

async function handoverCalls(ask: Ask, id: string): Promise<void> {
  const handover = { id: uuid(), applicationIds: [id], format: 'csv' };
  for (const more of [{}, { format: 'json' }, { applicationIds: ['x'] }])
    await ask('POST', api.handovers, { ...handover, ...more });
  await ask('GET', href(api.handoverFile, { id: handover.id }));
  await ask('POST', href(api.confirmHandover, { id: handover.id }), { transmittedOn: 'x' });
  await ask('POST', href(api.confirmHandover, { id: handover.id }), { transmittedOn: '2026-11-20' });
}
