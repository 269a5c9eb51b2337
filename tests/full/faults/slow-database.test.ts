/** A slow database must not leave the visitor with a blank page. */
import { expect, test } from 'bun:test';
import { href, pages } from '#domain/urls';
import { createApp } from '#server/app';
import { noAssets, startApp } from '#tests/support/app';
import { slowed, untilQueried } from '#tests/support/slow-database';

test('the splash of the wizard is sent before the database has replied', async () => {
  const { context } = await startApp();
  const gate = Promise.withResolvers<void>();
  const asked = { count: 0 };
  const app = await createApp({ ...context, db: slowed(context.db, gate.promise, asked) }, noAssets);
  const path = href(pages.application, { id: crypto.randomUUID() });
  const response = await app.handle(new Request(`http://localhost${path}`));

  const chunks = textOf(response);
  const first = await chunks.next();
  expect(first.value).toContain('Ihre Versicherung wird geladen...');
  expect(first.value).not.toContain('Name des Pferdes');

  const second = chunks.next();
  expect(await Promise.race([second, untilQueried(asked)])).toBe('queried');
  gate.resolve();
  let rest = (await second).value ?? '';
  for await (const chunk of chunks) rest += chunk;
  expect(rest).toContain('Name des Pferdes');
});

async function* textOf(response: Response): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) yield decoder.decode(chunk, { stream: true });
}
