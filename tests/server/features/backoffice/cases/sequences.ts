/** What may happen to two cases, in any order. `PROPERTY_SEED` chooses other orders. */
import { expect, test } from 'bun:test';
import { and, count, inArray, ne } from 'drizzle-orm';
import fc from 'fast-check';
import { caseEvents, cases } from '#db/schema/desk';
import { caseStatusKeys } from '#domain/cases/statuses';
import { keysOf } from '#domain/keys';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import { api, href } from '#domain/urls';
import { answerQuestion } from '#server/features/status/routes.tsx';
import { Refusal } from '#server/refusal';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { hire } from '../staff';
import { setDesk, today } from './desk';

const desk = setDesk();
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_126);

/** Cases of sequences before. */
const earlier: string[] = [];

type Step = { name: string; run(ids: readonly string[]): Promise<unknown> };

const uuid = () => crypto.randomUUID();
const day = fc.constantFrom(today, '2026-12-01', '2026-12-24');
const place = fc.nat({ max: 1 });
const member = () => fc.constantFrom(null, desk.lukas.user.id, desk.antje.user.id);
const step = <T>(name: string, given: fc.Arbitrary<T>, run: (ids: readonly string[], given: T) => unknown) =>
  given.map(
    (value): Step => ({
      name: `${name} ${JSON.stringify(value)}`,
      run: async (ids) => await run(ids, value),
    }),
  );

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const changes = () =>
  fc.record({
    status: optional(fc.constantFrom(...caseStatusKeys)),
    reason: optional(fc.constant('Darum')),
    assigneeId: optional(member()),
    followUpOn: optional(day),
    policyNumber: optional(fc.constantFrom(null, 'P-1', 'P-2')),
    hasMessage: fc.boolean(),
  });

const versionsOf = async (ids: readonly string[]) =>
  await desk.app.db.read
    .select({ id: cases.applicationId, version: cases.version })
    .from(cases)
    .where(inArray(cases.applicationId, [...ids]));

/** The number of changes of each case. */
const changesOf = async (ids: readonly string[]) =>
  await desk.app.db.read
    .select({ id: caseEvents.applicationId, changes: count() })
    .from(caseEvents)
    .where(and(inArray(caseEvents.applicationId, [...ids]), ne(caseEvents.kind, 'note')))
    .groupBy(caseEvents.applicationId);

const steps = () =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: step('change', fc.tuple(place, changes()), async (ids, [at, given]) => {
        const { hasMessage, ...change } = given;
        const message = hasMessage ? { id: uuid(), subject: 'Frage', body: 'Text' } : undefined;
        return await desk.change(ids[at] ?? '', { ...change, message });
      }),
    },
    step('late change', place, (ids, at) => desk.change(ids[at] ?? '', { version: 1, policyNumber: 'P-3' })),
    step('assign both', member(), async (ids, assigneeId) =>
      desk.lukas.ask('POST', api.bulkCases, { cases: await versionsOf(ids), assigneeId }),
    ),
    step('look at both on', day, async (ids, followUpOn) =>
      desk.lukas.ask('POST', api.bulkCases, { cases: await versionsOf(ids), followUpOn }),
    ),
    step('take the next', fc.constant(null), () => desk.lukas.ask('POST', api.nextCase, { skip: earlier })),
    step('note', place, (ids, at) =>
      desk.lukas.ask('POST', href(api.caseNotes, { id: ids[at] ?? '' }), { id: uuid(), text: 'Notiz' }),
    ),
    step('ask, and answer', place, async (ids, at) => {
      const message = { id: uuid(), subject: 'Frage', body: 'Text' };
      await desk.change(ids[at] ?? '', { status: 'inquiry', message });
      await answerQuestion(desk.app.context, ids[at] ?? '', { id: uuid(), text: 'Ja' }).catch((error) => {
        if (!(error instanceof Refusal)) throw error;
      });
    }),
    step('hand over', fc.constant(null), async (applicationIds) => {
      const id = uuid();
      await desk.lukas.ask('POST', api.handovers, { id, applicationIds, format: 'csv' });
      await desk.lukas.ask('POST', href(api.confirmHandover, { id }), { transmittedOn: today });
    }),
    step(
      'withdraw',
      fc.tuple(place, fc.constantFrom(...keysOf(withdrawalOutcomes))),
      async (ids, [at, outcome]) => {
        const { id } = (await (await declare(desk.app, { contract: ids[at] ?? '' })).json()) as {
          id: string;
        };
        await desk.lukas.ask('POST', href(api.closeWithdrawal, { id }), { outcome });
      },
    ),
    step('dismiss who has', place, async (ids, at) => {
      const mira = await hire(desk.app, `mira.${uuid().slice(0, 8)}`, 'sachbearbeiter');
      await desk.change(ids[at] ?? '', { assigneeId: mira.user.id });
      await desk.antje.ask('DELETE', href(api.user, { id: mira.user.id }));
    }),
  );

export function testSequences(numRuns: number): void {
  test('any sequence of changes leaves a version for each event that is no note', async () => {
    let versions = 0;
    const property = fc.asyncProperty(
      fc.array(steps(), { minLength: 4, maxLength: 14 }),
      async (sequence) => {
        const ids = [await desk.open(), await desk.open()];
        for (const { name, run } of sequence) {
          await run(ids);
          const made = new Map((await changesOf(ids)).map(({ id, changes }) => [id, changes]));
          for (const { id, version } of await versionsOf(ids))
            expect([name, version]).toEqual([name, (made.get(id) ?? 0) + 1]);
        }
        for (const { version } of await versionsOf(ids)) versions += version - 1;
        earlier.push(...ids);
      },
    );
    await fc.assert(property, { seed, numRuns });
    // refused steps alone would prove nothing
    expect(versions).toBeGreaterThan(3 * numRuns);
  });
}
