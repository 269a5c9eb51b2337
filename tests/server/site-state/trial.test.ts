/** What a site in trial says, sends and refuses. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { users } from '#db/schema/staff';
import { api, href, pages } from '#domain/urls';
import { stampedIn } from '#server/documents/drawer';
import { completed } from '#tests/support/applications';
import { johanna } from '#tests/support/people';
import { setState } from '#tests/support/site-state';
import { mailsOf } from '#tests/support/stored';
import { setOffice } from '../features/backoffice/staff';

const office = setOffice();
beforeAll(() => setState(office.app, { state: 'trial' }));

const bar = 'Probebetrieb: Anträge werden nicht bearbeitet.';
const get = (path: string) => office.app.ask('GET', path, { headers: { accept: 'text/html' } });

test.each([pages.home, pages.imprint, pages.offer, pages.precheck, pages.wizard, '/gibt-es-nicht'])(
  '%s begins with the bar, and no search engine keeps it',
  async (path) => {
    for (const _ of ['rendered', 'cached']) {
      const response = await get(path);
      const body = (await response.text()).replace(/[\s\S]*<body[^>]*>/, '');
      expect(body.indexOf(bar)).toBeGreaterThan(-1);
      expect(body.indexOf(bar)).toBeLessThan(body.indexOf('<header'));
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
    }
  },
);

test('robots.txt closes everything', async () => {
  expect((await (await get('/robots.txt')).text()).split('\n')).toContain('Disallow: /');
});

describe('mails', () => {
  test('reach staff and the address inside only; the others say so in the log', async () => {
    const { app, antje } = office;
    await app.db.write((tx) => tx.update(users).set({ email: 'antje@stall.example' }));
    await completed(app);
    await completed(app, {
      ...johanna,
      'contact-data': { ...johanna['contact-data'], email: 'Antje@stall.example' },
    });
    await app.outbox.runOnce();
    const reached = (await mailsOf(app)).map(({ recipientEmail, status, error }) => [
      recipientEmail.toLowerCase(),
      status,
      error,
    ]);
    const inside = ['antje@stall.example', app.context.operator.mail.internalTo];
    for (const [to, status, error] of reached)
      expect([status, error]).toEqual(
        inside.includes(to ?? '') ? ['sent', null] : ['failed', 'Nicht gesendet: Probebetrieb.'],
      );
    expect(new Set(reached.map(([, status]) => status))).toEqual(new Set(['sent', 'failed']));
    const { body } = await antje.ask('GET', `${api.emailLogs}?status=failed`);
    const [{ id }] = body.logs as [{ id: string }];
    expect(await antje.ask('POST', href(api.resendMail, { id }))).toMatchObject({
      status: 409,
      body: { message: 'Probebetrieb' },
    });
  });

  test('by hand to an address outside are refused, and nothing is stored', async () => {
    const { app, antje } = office;
    const offer = {
      id: crypto.randomUUID(),
      email: 'fremd@post.example',
      tariffType: 'basis',
      selfParticipation: 250,
      paymentFrequency: 'monthly',
    };
    const before = await app.db.read.$count(users);
    expect(await antje.ask('POST', api.staffOffers, offer)).toMatchObject({
      status: 409,
      body: { message: 'Probebetrieb' },
    });
    expect(
      (await antje.ask('POST', api.staffOffers, { ...offer, email: 'antje@stall.example' })).status,
    ).toBe(201);
    expect(await app.db.read.$count(users)).toBe(before);
  });
});

test('no file is made for the insurer', async () => {
  const { antje } = office;
  const wanted = { id: crypto.randomUUID(), format: 'csv', applicationIds: [crypto.randomUUID()] };
  expect(await antje.ask('POST', api.handovers, wanted)).toMatchObject({
    status: 409,
    body: { message: 'Probebetrieb' },
  });
});

test('a drawing about a person is stamped, one of the documents in force is not', async () => {
  const drawn: unknown[] = [];
  const draw = stampedIn(office.app.context.site, async (drawing) => {
    drawn.push(drawing);
    return new Uint8Array();
  });
  await draw({ receipt: {} } as never);
  await draw({ document: {} } as never);
  expect(drawn).toEqual([{ receipt: {}, trial: true }, { document: {} }]);
});
