/** Errors of public forms: which of them reach the log, and which words answer them. */
import { expect, test } from 'bun:test';
import { answerNotices } from '#domain/cases/status-page';
import { formRefusals } from '#server/http/forms/public-form';
import { refusals } from '#server/refusal';
import { startApp } from '#tests/support/app';

test('a body that the sender breaks off is no error of ours', async () => {
  const { context, logged } = await startApp();
  const refusalOf = formRefusals(context, answerNotices, 'not_stored');
  const request = new Request('http://localhost/', { method: 'POST' });
  expect(refusalOf(new DOMException('The client left.', 'AbortError'), request).status).toBe(503);
  expect(logged).toEqual([]);
  expect(refusalOf(new TypeError('Ours.'), request).status).toBe(503);
  expect(logged).toHaveLength(1);
  const tooMany = refusalOf(refusals.tooMany(30), request);
  expect([tooMany.status, tooMany.headers['retry-after']]).toEqual([429, '30']);
  expect(tooMany.body.message).toBe(answerNotices.tooMany(context.operator));
});
