/** Where 18 November 2026 is a holiday, which it is in Saxony only. The day before is a Tuesday. */
import { expect, test } from 'bun:test';
import { operatorOf } from '#domain/operator/operator';
import { api, href } from '#domain/urls';
import { johanna } from '#tests/support/people';
import { openDesk } from './desk';

const eve = Date.parse('2026-11-17T09:00:00Z');
const day = 24 * 3_600_000;

test.each([
  ['SN', '2026-11-19', '2026-11-20', '2026-11-19T08:00:00.000Z'],
  ['NW', '2026-11-18', '2026-11-19', '2026-11-18T11:00:00.000Z'],
])('in %s, cases and calls wait until a working day', async (state, applied, inReview, nextCallAt) => {
  const desk = await openDesk({ now: eve, operator: operatorOf({ company: { state } }) });
  const id = await desk.complete(johanna);
  expect(await desk.caseOf(id)).toMatchObject({ followUpOn: applied });
  expect((await desk.change(id, { status: 'in_review' })).body).toMatchObject({ followUpOn: inReview });

  const wish = { name: 'Eva', phone: '0221 555', email: 'eva@mail.example', preferredTime: 'abends' };
  const asked = await desk.app.ask('POST', api.callbackRequests, {
    body: { ...wish, dataProcessingConsent: true },
  });
  const callback = (await asked.json()) as { id: string };
  desk.app.clock.now = eve + day;
  const call = { id: crypto.randomUUID(), outcome: 'not_reached' };
  const logged = await desk.lukas.ask('POST', href(api.calls, { id: callback.id }), call);
  expect(logged).toMatchObject({ status: 201, body: { nextCallAt } });
});
