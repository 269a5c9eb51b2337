/** What was erased after a backup is erased again when the backup is restored, and what could not be is said. */

import { describe, expect, test } from 'bun:test';
import { readdir, writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client';
import { deleteRows } from '#db/erasers';
import { personKeyOf } from '#db/evidence';
import { stopAddress, stopApplication } from '#db/mails/stops';
import {
  applications,
  contactData,
  erasures,
  horseData,
  policyholderInfo,
  sepaMandates,
} from '#db/schema/applications';
import { callbackRequests, caseEvents, linkTokens, preparations } from '#db/schema/desk';
import { evidence, offers, reminderStops, withdrawals } from '#db/schema/law';
import { auditLog, sessions, users } from '#db/schema/staff';
import { api, href, pages } from '#domain/urls';
import { damage } from '#tests/db/support/damage';
import { hire, openOffice } from '#tests/server/features/backoffice/staff';
import { birthDate, callback, email, erase, filled, tokenFor } from '#tests/server/features/privacy/person';
import { addOffer, addPreparation, caller } from '#tests/support/beginnings';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna, kim, matthias, type Visitor } from '#tests/support/people';
import { rare } from '#tests/support/traces';
import { siteOf } from './site';

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted();

/** What is in a restored database. */
async function contentOf({ read }: Database) {
  return {
    applications: ids(await read.select({ id: applications.id }).from(applications)),
    callbacks: ids(await read.select({ id: callbackRequests.id }).from(callbackRequests)),
    before: [...ids(await read.select().from(offers)), ...ids(await read.select().from(preparations))],
    users: ids(await read.select({ id: users.id }).from(users)),
    notes: await read.select({ text: caseEvents.text }).from(caseEvents).where(eq(caseEvents.kind, 'note')),
    marks: await read
      .select({
        id: applications.id,
        restricted: applications.restrictedAt,
        stopped: applications.remindersStoppedAt,
      })
      .from(applications),
    stops: await read.select().from(reminderStops),
    audit: await read.select().from(auditLog).orderBy(auditLog.id),
    links: (await read.select().from(linkTokens)).map(({ hash }) => hash).toSorted(),
    drafts: ids((await read.select().from(erasures)).filter(({ kind }) => kind === 'draft')),
    receipts: (await read.select().from(withdrawals)).map(({ tokenHash }) => tokenHash),
    sessions: await read.$count(sessions),
  };
}

async function openSite() {
  const office = await openOffice();
  const site = await siteOf(office.app);
  return { ...office, ...site, read: () => site.opened(contentOf) };
}

const deleteDraft = (visitor: Visitor) => visitor.send('DELETE', href(api.application, { id: visitor.id }));

describe('a restore', () => {
  test('erases again what staff and persons have erased since the backup, and ends all sessions', async () => {
    const { app, antje, lukas, backUp, restore, read, expectWholeAudit } = await openSite();
    const colleague = await hire(app, 'kim.berg', 'sachbearbeiter');
    const kept = await filled(app, johanna);
    const [own, byStaff] = [await filled(app, kim), await filled(app, matthias, true)];
    const alsoOwn = await filled(app, kim);
    await app.context.links.newResume(kept.id);
    const [erased, restricted] = [await filled(app), await filled(app, rare, true)];
    const noted = await filled(app, johanna, true);
    const note = { id: crypto.randomUUID(), text: 'Hat angerufen' };
    expect((await lukas.ask('POST', href(api.caseNotes, noted), note)).status).toBe(201);
    const [offered, ownOffer] = [await addOffer(app), await addOffer(app, { email })];
    const [prepared, ownPrepared] = [await addPreparation(app), await addPreparation(app, { email })];
    // by now it is somebody else's, so that only what was prepared goes
    await createVisitor(app, ownPrepared.applicationId).save('contact-data', kim['contact-data']);
    const contact = { ...caller, email: 'ada@post.example' };
    const dictated = await addPreparation(app, {
      email: contact.email,
      values: { contact, policyholder: { email } },
    });
    await app.ask('POST', api.callbackRequests, { body: callback });
    await app.ask('POST', api.withdrawals, { body: { name: 'Holunderblüte', email } });
    await app.ask('POST', api.callbackRequests, { body: { ...callback, email: 'jo@post.example' } });
    const requests = await app.db.read.select().from(callbackRequests).orderBy(callbackRequests.email);
    const request = requests.find((one) => one.email === 'jo@post.example');
    await backUp('first');

    app.clock.now += 60_000;
    const at = app.clock.now;
    // the second has no row of its own in the log
    for (const draft of [own, alsoOwn]) expect((await deleteDraft(draft)).status).toBe(200);
    await lukas.ask('POST', href(api.endLinks, kept), {});
    await lukas.ask('DELETE', href(api.staffApplication, byStaff));
    expect((await lukas.ask('DELETE', href(api.preparation, prepared))).status).toBe(200);
    expect((await lukas.ask('DELETE', href(api.staffOffer, offered))).status).toBe(200);
    await lukas.ask('DELETE', href(api.staffCallback, { id: request?.id ?? '' }));
    await lukas.ask('DELETE', href(api.caseNote, { id: noted.id, noteId: note.id }));
    await antje.ask('DELETE', href(api.user, colleague.user));
    expect((await erase(app, await tokenFor(app, email), { birthDate })).status).toBe(200);
    const personKey = (await personKeyOf(app.db.read, app.context.cipher, 'jo@post.example')) ?? '';
    await app.db.write(async (tx) => {
      await stopApplication(tx, app.context.cipher, kept.id, at);
      await stopAddress(tx, app.context.cipher, { personKey, about: '' }, at);
    });
    await backUp('second');

    await restore('second');
    const line = await restore('first');
    expect(line).toContain(
      ' Replayed since the backup: 5 applications, 2 prepared applications, 2 offers, 2 callback requests, 1 account, 1 note, ' +
        '1 restriction of processing, 2 objections to reminders.',
    );
    expect(line).not.toContain('Not replayed');
    await expectWholeAudit();
    const content = await read();
    expect(content).toMatchObject({
      applications: [kept, restricted, noted]
        .map(({ id }) => id)
        .concat(ownPrepared.applicationId, dictated.applicationId)
        .toSorted(),
      before: [],
      callbacks: [],
      users: [antje.user.id, lukas.user.id].toSorted(),
      notes: [{ text: null }],
      stops: [{ personKey, at }],
      sessions: 0,
    });
    const marked = new Map(content.marks.map(({ id, ...marks }) => [id, marks]));
    expect(marked.get(restricted.id)).toEqual({ restricted: at, stopped: null });
    expect(marked.get(kept.id)).toEqual({ restricted: null, stopped: at });
    const recorded = content.audit.filter(({ userId }) => userId === 'restore');
    const subjects = (action: RegExp) =>
      recorded.flatMap((row) => (action.test(row.action) ? [row.subjectId] : [])).toSorted();
    expect(subjects(/application_deleted$/)).toEqual(
      [own.id, alsoOwn.id, erased.id, byStaff.id, prepared.applicationId].toSorted(),
    );
    expect(content.links).toEqual([`ended ${kept.id}`, `ended ${restricted.id}`].toSorted());
    expect(content.receipts).toEqual([expect.stringMatching(/^ended /)]);
    expect(content.drafts).toEqual([own.id, alsoOwn.id, erased.id].toSorted());
    expect(subjects(/^offer_deleted$/)).toEqual([offered.id, ownOffer.id].toSorted());
    expect(subjects(/^preparation_deleted$/)).toEqual([ownPrepared.id, dictated.id].toSorted());
    expect(subjects(/^callback_deleted$/)).toEqual(requests.map(({ id }) => id).toSorted());
    expect(subjects(/^user_deleted$/)).toEqual([colleague.user.id]);
    expect(subjects(/^case_note_removed$/)).toEqual([noted.id]);
    expect(subjects(/^database_restored$/)).toEqual([expect.stringMatching(/^20\d\d-/)]);
  });

  test('erases nothing that was begun after the erasure, or that staff want back', async () => {
    const { app, backUp, restore, read } = await openSite();
    const [visitor, other] = [await filled(app), await filled(app, kim)];
    await deleteDraft(visitor);
    await backUp('deleted');
    app.clock.now += 1;
    // the same browser begins again with the same id, and the log of the backup does not know of the deletion
    expect((await visitor.save('contact-data', johanna['contact-data'])).status).toBe(201);
    await app.db.write((tx) => tx.delete(auditLog));
    await backUp('first');
    await deleteDraft(other);
    await backUp('second');
    await restore('deleted');
    expect(await restore('first')).toContain(' Replayed since the backup: nothing.');
    await restore('second');
    expect(await restore('first', false)).toContain(
      ' Erasures since the backup were not replayed: --no-replay.',
    );
    expect((await read()).applications).toEqual([visitor.id, other.id].toSorted());
    await restore('second');
    expect(await restore('first')).toContain(' Replayed since the backup: 1 application.');
    expect((await read()).applications).toEqual([visitor.id]);
  });

  test('remembers an erasure of what an older backup does not contain', async () => {
    const { app, backUp, restore, read } = await openSite();
    await backUp('first');
    const visitor = await filled(app);
    await backUp('second');
    await deleteDraft(visitor);
    await backUp('third');
    await restore('third');
    expect(await restore('first')).toContain(' Replayed since the backup: nothing.');
    expect(await restore('second')).toContain(' Replayed since the backup: 1 application.');
    expect((await read()).applications).toEqual([]);
  });

  test('erases again what an earlier version named in its log alone while instances were updated', async () => {
    const { app, lukas, file, backUp, restore, read } = await openSite();
    const [open, completed, offer] = [await filled(app), await filled(app, kim, true), await addOffer(app)];
    await backUp('first');
    for (const one of [open, completed]) await lukas.ask('DELETE', href(api.staffApplication, one));
    await lukas.ask('DELETE', href(api.staffOffer, offer));
    await backUp('second');
    await restore('second');
    await damage(file, ['delete from erasures']);
    expect(await restore('first')).toEndWith(' Replayed since the backup: 2 applications, 1 offer.');
    expect(await read()).toMatchObject({ applications: [], before: [] });
  });

  test('erases the part of one person of a draft again, and leaves that of the other', async () => {
    const { app, backUp, restore, opened, expectWholeAudit } = await openSite();
    const other = { ...rare['policyholder-info'], email: 'halterin@post.example' };
    const [first, second] = [await filled(app), await filled(app)];
    for (const visitor of [first, second]) await visitor.save('policyholder-info', other);
    await backUp('first');
    app.clock.now += 60_000;
    expect((await erase(app, await tokenFor(app, email))).status).toBe(200);
    await backUp('second');
    await first.save('contact-data', johanna['contact-data']);
    expect((await erase(app, await tokenFor(app, other.email))).status).toBe(200);
    await backUp('third');

    await restore('third');
    expect(await restore('second')).toContain(
      ' Replayed since the backup: 1 application, 1 policyholder of an application.',
    );
    await restore('third');
    expect(await restore('first')).toContain(
      ' Replayed since the backup: 1 application, 1 contact of an application, 1 policyholder of an application.',
    );
    await expectWholeAudit();
    await opened(async ({ read }) => {
      for (const table of [contactData, policyholderInfo, sepaMandates])
        expect(await read.select().from(table)).toEqual([]);
      expect(await read.select({ id: horseData.applicationId }).from(horseData)).toEqual([{ id: first.id }]);
    });
  });

  test('says that it could not replay without a database, or with one that cannot be read', async () => {
    const { app, data, file, backUp, restore, read } = await openSite();
    const visitor = await filled(app);
    await backUp('first');
    const unread = 'Erasures since the backup were not replayed: ';
    expect(await restore('first')).toContain(`${unread}there was no database to read them from.`);
    for (const content of ['These are letters. '.repeat(400), '']) {
      await writeFile(file, content);
      expect(await restore('first')).toContain(`${unread}the replaced database cannot be read.`);
    }
    expect((await read()).applications).toEqual([visitor.id]);
    expect((await readdir(data)).filter((name) => name.includes('draft'))).toEqual([]);
  });

  test('says what the log does not name, what it no longer names, and which account it could not delete', async () => {
    const { app, antje, lukas, file, backUp, restore, read } = await openSite();
    const [silent, named] = [await filled(app), await filled(app, kim)];
    await app.ask('POST', api.callbackRequests, { body: callback });
    await backUp('first');
    // as the clock deletes them
    await app.db.write((tx) => deleteRows(tx, [silent.id]));
    await app.db.write((tx) => tx.delete(callbackRequests));
    const chief = await hire(app, 'jana.holm', 'admin');
    await chief.ask('DELETE', href(api.user, antje.user));
    await deleteDraft(named);
    await deleteDraft(await filled(app));
    await backUp('second');
    await restore('second');
    await damage(file, [
      "delete from audit_log where action = 'user_deleted'",
      "delete from erasures where kind = 'user'",
    ]);
    const line = await restore('first');
    expect(line).toContain(' Replayed since the backup: 1 application. ');
    expect(line).toContain(
      ' Not replayed: 1 application, 1 callback request, 1 account that the replaced database no longer had and its' +
        ' audit log does not name.',
    );
    expect(line).toContain(' Not replayed: what its audit log no longer reaches back to.');
    expect((await read()).applications).toEqual([silent.id]);
    await restore('second');
    expect(await restore('first')).toContain(
      ' Not replayed: the deletion of an account that is the only administrator of the backup.',
    );
    expect((await read()).users).toEqual([antje.user.id, lukas.user.id].toSorted());
  });

  test('does not forget who wanted no calls any more, with the instant and the proof', async () => {
    const { app, backUp, restore, opened } = await openSite();
    await app.ask('POST', api.callbackRequests, { body: { ...callback, email: 'johanna@post.example' } });
    const token = await tokenIn(app, 'callback_confirmation', 'rueckruf');
    await backUp('first');
    app.clock.now += 60_000;
    const { now: at } = app.clock;
    expect((await app.ask('POST', href(pages.stopCalls, { token }))).status).toBe(303);
    await backUp('second');
    await restore('second');
    expect(await restore('first')).toContain(' Replayed since the backup: 1 objection to calls.');
    // what it knows by now is not done again
    expect(await restore('second')).toContain(' Replayed since the backup: nothing.');
    await restore('first');
    const { requests, kinds } = await opened(async ({ read }) => ({
      requests: await read.select().from(callbackRequests),
      kinds: await read.select({ kind: evidence.kind, at: evidence.at }).from(evidence),
    }));
    expect(requests).toMatchObject([{ noCallsAt: at, processedAt: null }]);
    expect(kinds).toMatchObject([{ kind: 'call_consent' }, { kind: 'call_consent_revoked', at }]);
  });
});
