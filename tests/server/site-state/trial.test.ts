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
const { app } = office;
const refused = { status: 409, body: { message: 'Probebetrieb' } };
beforeAll(() => setState(app, { state: 'trial' }));

const bar = 'Probebetrieb: Anträge werden nicht bearbeitet.';
const get = (path: string) => app.ask('GET', path, { headers: { accept: 'text/html' } });

const shown = [pages.home, pages.imprint, pages.offer, pages.precheck, pages.wizard, '/gibt-es-nicht'];
test.each(shown)('%s begins with the bar, and no search engine keeps it', async (path) => {
  for (const _ of ['rendered', 'cached']) {
    const response = await get(path);
    const body = (await response.text()).replace(/[\s\S]*<body[^>]*>/, '');
    expect(body.indexOf(bar)).toBeWithin(0, body.indexOf('<header'));
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  }
});

test('robots.txt closes everything', async () => {
  expect((await (await get('/robots.txt')).text()).split('\n')).toContain('Disallow: /');
});

test('mails reach staff and the address inside only; the others say so in the log', async () => {
  const { antje } = office;
  await app.db.write((tx) => tx.update(users).set({ email: 'antje@stall.example' }));
  await completed(app);
  const contact = { ...johanna['contact-data'], email: 'Antje@stall.example' };
  await completed(app, { ...johanna, 'contact-data': contact });
  await app.outbox.runOnce();
  const mails = await mailsOf(app);
  const inside = ['antje@stall.example', app.context.operator.mail.internalTo];
  const [sent, held] = [
    ['sent', null],
    ['failed', 'Nicht gesendet: Probebetrieb.'],
  ] as const;
  for (const { recipientEmail, status, error } of mails)
    expect([status, error]).toEqual([...(inside.includes(recipientEmail.toLowerCase()) ? sent : held)]);
  expect(new Set(mails.map(({ status }) => status))).toEqual(new Set(['sent', 'failed']));
  const again = await antje.ask('POST', api.resendFailedMails);
  expect(again).toMatchObject({ status: 200, body: { queued: 0 } });
  const { body } = await antje.ask('GET', `${api.emailLogs}?status=failed`);
  const [{ id }] = body.logs as [{ id: string }];
  expect(await antje.ask('POST', href(api.resendMail, { id }))).toMatchObject(refused);
});

test('mails by hand to an address outside are refused, one inside is sent', async () => {
  const { antje } = office;
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

test('mails about a line of the insurer are refused with it', async () => {
  const desk = deskOf(office);
  const [id = ''] = await desk.atInsurer();
  expect(await desk.applied([[id, '', 'abgelehnt', 'Alter']], [2], true)).toEqual(left('Probebetrieb'));
  expect(await desk.applied([[id, '', 'abgelehnt', 'Alter']])).toEqual(done);
});

test('no file is made for the insurer', async () => {
  const { antje } = office;
  const wanted = { id: crypto.randomUUID(), format: 'csv', applicationIds: [crypto.randomUUID()] };
  expect(await antje.ask('POST', api.handovers, wanted)).toMatchObject(refused);
});

describe('every page of a PDF about a person', () => {
  let files: string[];
  const sheets = async (path: string, headers = {}) => {
    const response = await app.ask('GET', path, { headers });
    expect([path, response.status]).toEqual([path, 200]);
    const { sheets } = await readPdf(await response.bytes());
    return sheets.map(({ text }) => text.includes('PROBE'));
  };
  beforeAll(async () => {
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
    const { draw, operator } = app.context;
    const inForce = await draw({ document: firstInformation(operator), operator });
    expect((await readPdf(inForce)).text).not.toContain('PROBE');
  });

  test('but of one that another instance has ended', async () => {
    await app.db.write((tx) => storeSiteState(tx, { state: 'live' }));
    const [path = ''] = files;
    expect((await sheets(path)).some(Boolean)).toBe(false);
  });
});
