/** Reminders that staff send besides the automatic ones: nobody gets the same one twice. */
import { describe, expect, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { queueDueReminders } from '#server/jobs/jobs';
import { begin, hour, mailsOf, open, remind, second } from './reminder-case';

describe('a reminder by staff', () => {
  test('that was delivered is not repeated', async () => {
    const { app, lukas, after } = await open();
    const { id } = await begin(app);
    app.clock.now += hour;
    expect((await remind(lukas, id, 'first')).status).toBe(200);
    expect(await after(23 * hour)).toEqual([]);
    expect(await after(48 * hour)).toEqual(['second']);
  });

  test('that was refused is followed by the automatic one', async () => {
    const { app, lukas, server, after } = await open();
    const { id } = await begin(app);
    server.refuse(550, 'no');
    expect((await remind(lukas, id, 'first')).status).toBe(502);
    server.accept();
    expect(await after(24 * hour)).toEqual(['first']);
  });

  test('that was refused, and delivered when sent again, is not repeated; the second one follows', async () => {
    const { app, lukas, server, after } = await open();
    const { id } = await begin(app);
    server.refuse(550, 'no');
    await remind(lukas, id, 'first');
    server.accept();
    const [refused] = await mailsOf(app);
    expect((await lukas.ask('POST', href(api.resendMail, { id: refused?.id ?? '' }))).status).toBe(200);
    expect(await after(hour)).toEqual(['first']);
    expect(await after(23 * hour)).toEqual([]);
    expect(await after(48 * hour)).toEqual(['second']);
  });

  test('replaces an automatic one that waits', async () => {
    const { app, lukas, server, after } = await open();
    const { id } = await begin(app);
    server.refuse(451, 'later');
    await after(24 * hour);
    server.accept();
    app.clock.now += second;
    expect((await remind(lukas, id, 'first')).status).toBe(200);
    expect(server.mails).toHaveLength(1);
    expect(await after(hour)).toEqual([]);
  });

  test('that is being sent prevents an automatic one', async () => {
    const { app, lukas, server, after } = await open();
    const { id } = await begin(app);
    app.clock.now += 24 * hour;
    const { reached, release } = server.hold();
    const answer = remind(lukas, id, 'first');
    await reached;
    expect(await queueDueReminders(app.context)).toBe(0);
    release();
    expect((await answer).status).toBe(200);
    expect(await after(15 * second)).toEqual([]);
    expect(server.mails).toHaveLength(1);
  });
});
