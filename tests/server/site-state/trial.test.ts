/** What a site in trial says, sends and refuses. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { users } from '#db/schema/staff';
import { storeSiteState } from '#db/site-state';
import { firstInformation } from '#domain/documents';
import { api, href, pages } from '#domain/urls';
import { begun, completed } from '#tests/support/applications';
import { draw } from '#tests/support/drawing';
import { readPdf } from '#tests/support/pdf';
import { johanna } from '#tests/support/people';
import { setState } from '#tests/support/site-state';
import { mailsOf } from '#tests/support/stored';
import { deskOf, done, left } from '../features/backoffice/insurer/desk';
import { dictated } from '../features/backoffice/preparations/call';
import { setOffice } from '../features/backoffice/staff';
import { asked, offered } from '../features/offers/asked';
import { confirmed } from '../features/withdrawals/declaration';

const office = setOffice({ draw });
const refused = { status: 409, body: { message: 'Probebetrieb' } };
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
    expect(await antje.ask('POST', api.resendFailedMails)).toMatchObject({
      status: 200,
      body: { queued: 0 },
    });
    const { body } = await antje.ask('GET', `${api.emailLogs}?status=failed`);
    const [{ id }] = body.logs as [{ id: string }];
    expect(await antje.ask('POST', href(api.resendMail, { id }))).toMatchObject(refused);
  });

  test('by hand to an address outside are refused, one inside is sent', async () => {
    const { app, antje } = office;
    const id = crypto.randomUUID();
    const offer = { id, ...asked, email: 'fremd@post.example' };
    const [draft, submitted] = [await begun(app), await completed(app)];
    const message = { id, subject: 'Frage', body: 'Text' };
    for (const [method, path, body] of [
      ['POST', api.staffOffers, offer],
      ['POST', api.preparations, { id, ...dictated }],
      ['POST', href(api.resendReminder, { id: draft.id }), { type: 'first' }],
      ['PATCH', href(api.case, { id: submitted.id }), { version: 1, status: 'inquiry', message }],
    ] as const)
      expect([path, await antje.ask(method, path, body)]).toMatchObject([path, refused]);
    expect((await antje.ask('GET', href(api.case, { id: submitted.id }))).body).toMatchObject({ version: 1 });
    const inside = { ...offer, email: 'antje@stall.example' };
    expect((await antje.ask('POST', api.staffOffers, inside)).status).toBe(201);
  });

  test('about a line of the insurer are refused with it', async () => {
    const desk = deskOf(office);
    const [id = ''] = await desk.atInsurer();
    expect(await desk.applied([[id, '', 'abgelehnt', 'Alter']], [2], true)).toEqual(left('Probebetrieb'));
    expect(await desk.applied([[id, '', 'abgelehnt', 'Alter']])).toEqual(done);
  });
});

test('no file is made for the insurer', async () => {
  const { antje } = office;
  const wanted = { id: crypto.randomUUID(), format: 'csv', applicationIds: [crypto.randomUUID()] };
  expect(await antje.ask('POST', api.handovers, wanted)).toMatchObject(refused);
});

describe('every page of a PDF about a person', () => {
  let files: string[];
  const sheets = async (path: string, headers = {}) => {
    const response = await office.app.ask('GET', path, { headers });
    expect([path, response.status]).toEqual([path, 200]);
    const { sheets } = await readPdf(await response.bytes());
    return sheets.map(({ text }) => text.includes('PROBE'));
  };
  beforeAll(async () => {
    const { app } = office;
    const { internalTo: email } = app.context.operator.mail;
    const { id } = await completed(app);
    files = [
      href(pages.offerFile, { token: await offered(app, { email }) }),
      `${await confirmed(app, { email })}/bestaetigung.pdf`,
      href(api.document, { id }),
    ];
  });

  test('carries PROBE, and those in force do not', async () => {
    const headers = { authorization: `Bearer ${office.antje.token}` };
    for (const path of files) {
      const marked = await sheets(path, headers);
      expect([path, marked.length > 0 && marked.every(Boolean)]).toEqual([path, true]);
    }
    const { draw, operator } = office.app.context;
    const inForce = await draw({ document: firstInformation(operator), operator });
    expect((await readPdf(inForce)).text).not.toContain('PROBE');
  });

  test('but of one that another instance has ended', async () => {
    await office.app.db.write((tx) => storeSiteState(tx, { state: 'live' }));
    const [path = ''] = files;
    expect((await sheets(path)).some(Boolean)).toBe(false);
  });
});
