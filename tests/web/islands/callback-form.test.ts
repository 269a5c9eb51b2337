/** The callback form of the landing page with its script: what it shows, what it sends, and what it tells analytics. */
import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { callbackRequests } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { sentForms } from '#db/schema/system';
import { api, pages } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { postForm } from '#tests/support/forms';
import { agreed, visit } from '#tests/web/site/visit';

const stage = setDocument();
const app = setApp();
beforeEach(async () => {
  for (const table of [outbox, callbackRequests, sentForms]) await app.db.write((tx) => tx.delete(table));
});

const button = 'Rückruf anfordern';
const wish = {
  Name: 'Jürgen Nowak',
  Telefon: '030 23125 107',
  'E-Mail': 'nowak@post.example',
  'Gewünschte Rückrufzeit': 'nach 17 Uhr',
};
const labels = Object.keys(wish);
const nothing = Object.fromEntries(labels.map((label) => [label, '']));

async function open(path = '/', given: Parameters<typeof visit>[3] = {}) {
  const page = await visit(stage, app, path, given);
  await page.touch('callback');
  const field = (label: string) => page.screen.getByLabelText<HTMLInputElement>(label);
  return {
    ...page,
    field,
    fill: async () => {
      for (const [label, value] of Object.entries(wish)) await page.enter(label, value);
      await page.click(page.screen.getByRole('checkbox', { name: /Ich stimme zu/ }));
    },
    entries: () => Object.fromEntries(labels.map((label) => [label, field(label).value])),
    again: () => page.screen.findByRole('button', { name: 'Neue Anfrage' }),
    posts: () => page.sent.filter(({ method }) => method === 'POST'),
  };
}

test('it shows that it sends, thanks the visitor, and can be opened again empty', async () => {
  const gate = Promise.withResolvers<undefined>();
  const { screen, fill, press, again, click, entries } = await open('/', { instead: () => gate.promise });
  await fill();
  await press(button);
  expect(screen.getByRole('button', { name: 'Wird gesendet...' })).toHaveProperty('disabled', true);
  gate.resolve(undefined);
  await screen.findByRole('heading', { name: 'Vielen Dank, wir rufen Sie an' });
  screen.getByText('Rückrufanfrage erfolgreich');
  screen.getByText('Vielen Dank für Ihre Anfrage. Wir werden uns schnellstmöglich bei Ihnen melden.');
  expect(document.querySelectorAll('#callback form :is(input, textarea)')).toHaveLength(0);
  expect(await app.db.read.$count(outbox)).toBe(2);
  await click(await again());
  expect(entries()).toEqual(nothing);
  expect(document.activeElement?.getAttribute('name')).toBe('name');
  expect(screen.getByRole('checkbox', { name: /Ich stimme zu/ })).toHaveProperty('checked', false);
});

test('what a form without a script had is not in the one that is opened again', async () => {
  const page = await postForm(app, api.callbackRequests, { name: 'Lena Übelacker' });
  const { fill, press, click, again, entries } = await open(pages.home, { page });
  expect(entries()).toEqual({ ...nothing, Name: 'Lena Übelacker' });
  await fill();
  await press(button);
  await click(await again());
  expect(entries()).toEqual(nothing);
});

test('each invalid field has its message, the first one gets the focus, and nothing is sent', async () => {
  const { enter, press, fill, again, posts } = await open();
  await enter('E-Mail', 'a@post.example, b@post.example');
  await press(button);
  const messages = [...document.querySelectorAll<HTMLInputElement>('#callback input:not([type=hidden])')].map(
    (input) => {
      const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
      const words = ids.map((id) => document.getElementById(id)?.lastChild?.textContent).join(' ');
      return [input.name, input.getAttribute('aria-invalid') === 'true' ? words : null];
    },
  );
  expect(Object.fromEntries(messages)).toEqual({
    name: 'Bitte geben Sie Ihren Namen ein',
    phone: 'Bitte geben Sie Ihre Telefonnummer ein',
    email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
    preferredTime: null,
    dataProcessingConsent: 'Sie müssen der Datenverarbeitung zustimmen',
  });
  expect(document.activeElement?.getAttribute('name')).toBe('name');
  expect(posts()).toEqual([]);
  await fill();
  await press(button);
  await again();
});

const usual = 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.';
const patience = 'Sie haben gerade mehrere Anfragen gesendet. Bitte versuchen Sie es in einer Minute erneut.';
test.each([
  ['the server is unreachable', null, usual],
  ['the server fails', 500, usual],
  ['nothing can be stored', 503, usual],
  ['too many were sent', 429, patience],
])(
  'when %s it says so, keeps the entries, and can be sent again as the same request',
  async (_, status, words) => {
    const logged = spyOn(console, 'error').mockImplementation(() => {});
    const instead = () => (status ? Response.json({}, { status }) : new TypeError('Failed to fetch'));
    const page = await open();
    await page.fill();
    page.instead.answer = instead;
    await page.press(button);
    await page.screen.findByText(words);
    page.screen.getByText('Fehler');
    expect(page.entries()).toEqual(wish);
    expect(page.screen.getByRole('button', { name: button })).toHaveProperty('disabled', false);
    page.instead.answer = undefined;
    await page.press(button);
    await page.again();
    expect(logged.mock.calls).toEqual([['Callback request failed', status ?? 'network']]);
    logged.mockRestore();
    const [first, second] = await Promise.all(page.posts().map((request) => request.json()));
    expect(second).toEqual(first);
    expect(await app.db.read.$count(callbackRequests)).toBe(1);
  },
);

test('other entries are another request, and so are the same ones once a request has arrived', async () => {
  const logged = spyOn(console, 'error').mockImplementation(() => {});
  const { fill, enter, press, click, again, posts, instead } = await open();
  await fill();
  instead.answer = () => Response.json({}, { status: 503 });
  await press(button);
  instead.answer = undefined;
  await enter('Telefon', '030 23125 108');
  await press(button);
  await click(await again());
  await fill();
  await enter('Telefon', '030 23125 108');
  await press(button);
  await again();
  logged.mockRestore();
  const bodies = await Promise.all(posts().map((request) => request.json()));
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(3);
});

test('a double click sends one request', async () => {
  const { fill, screen, again, posts } = await open();
  await fill();
  const send = screen.getByRole('button', { name: button });
  await stage.library.act(async () => {
    for (let clicks = 0; clicks < 2; clicks += 1) stage.library.fireEvent.click(send);
  });
  await again();
  expect(posts()).toHaveLength(1);
});

describe('analytics', () => {
  test.each([
    ['/', 'website', '/'],
    ['/?source=newsletter', 'newsletter', '/?source=newsletter'],
    // kept for everybody
    ['/?source=newsletter', 'newsletter', '/'],
  ])(
    'a request from %s is a lead event from "%s" with the page of %s, and no address has its data',
    async (path, source, served) => {
      const page = await app.ask('GET', served);
      const { fill, press, again, sent } = await open(path, { stored: agreed, page });
      await fill();
      await press(button);
      await again();
      const { Name: name, Telefon: phone, 'E-Mail': email, 'Gewünschte Rückrufzeit': preferredTime } = wish;
      const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      const lead = { type: 'callback_request', source, name, phone, email, preferredTime, timestamp };
      expect<unknown>(window.dataLayer?.filter(({ event }) => event === 'lead')).toEqual([
        { event: 'lead', lead },
      ]);
      const [stored] = await app.db.read.select().from(callbackRequests);
      expect(stored?.source).toBe(source);
      // the server is asked about the domain of an address, and about nothing else
      const urls = sent.map(({ url }) =>
        decodeURIComponent(url).replace(/\/email-domains\/post\.example$/, ''),
      );
      expect([...urls, location.href].join()).not.toMatch(/nowak|post\.example|23125|17 Uhr/i);
    },
  );

  test('without consent a request sends no event', async () => {
    const { fill, press, again } = await open();
    await fill();
    await press(button);
    await again();
    expect('dataLayer' in window).toBe(false);
  });
});

test('the consent links to the privacy statement, in another tab', async () => {
  const { screen } = await open();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^Datenschutzerklärung/ });
  expect([link.getAttribute('href'), link.target]).toEqual([pages.privacy, '_blank']);
});
