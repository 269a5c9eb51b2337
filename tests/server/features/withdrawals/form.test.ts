/** The withdrawal without JavaScript: the form, and every refusal. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { withdrawalSentence } from '#domain/law/wordings';
import { pages } from '#domain/urls';
import { typedCaching } from '#server/http/headers';
import { setApp, startApp } from '#tests/support/app';
import { mailsOf } from '#tests/support/stored';
import {
  completed,
  confirmed,
  declaration,
  declare,
  expectSecretive,
  mailCounts,
  openForm,
  postDeclaration,
  storedWithdrawals,
} from './declaration';

const app = setApp();
beforeEach(async () => {
  app.woken.count = 0;
  for (const table of [outbox, withdrawals, applications]) await app.db.write((tx) => tx.delete(table));
});

describe('the form', () => {
  test('has its three fields, the declaration and one button', async () => {
    const response = await openForm(app);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expectSecretive(response);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain('<title>Vertrag widerrufen | Sattelfest</title>');
    const form = html.slice(html.indexOf('<form'), html.indexOf('</form>'));
    expect(form).toMatch(/^<form [^>]*method="post"/);
    expect(form).toMatch(/^<form [^>]*action="\/api\/withdrawals"/);
    expect([...form.matchAll(/<label[^>]*>([^<]+)</g)].map(([, label]) => label)).toEqual([
      'Name',
      'E-Mail für die Eingangsbestätigung',
      'Antrags- oder Versicherungsnummer (falls zur Hand)',
    ]);
    expect([...form.matchAll(/<button[^>]*>([^<]+)</g)].map(([, label]) => label)).toEqual([
      'Widerruf bestätigen',
    ]);
    for (const kind of ['name', 'email', 'off']) expect(form).toContain(`autoComplete="${kind}"`);
    expect(form).toContain(withdrawalSentence);
    expect(form).not.toMatch(/aria-invalid="|autofocus=/i);
    const { name, street, email } = app.context.operator.company;
    for (const part of [name, street, `href="mailto:${email}"`]) expect(html).toContain(part);
    // no question about cookies in a form, and no analytics at an address that gives access
    expect(html).toContain('data-quiet="true"');
  });

  test('takes the number from the link of a mail', async () => {
    const id = crypto.randomUUID();
    // mail programs may add what nobody sees
    for (const path of [pages.withdrawalOf(id), `${pages.withdrawalOf(id)}%E2%80%8B%20`])
      expect(await (await app.ask('GET', path)).text()).toContain(`value="${id}"`);
  });

  test.each(['"><script>alert(1)</script>', 'https://evil.example', 'Rufen Sie 0900 an', 'x'.repeat(41)])(
    'takes nothing else from a link: %p',
    async (number) => {
      const html = await (await openForm(app, `?antrag=${encodeURIComponent(number)}`)).text();
      expect(html).not.toContain('alert(1)');
      expect(html.match(/name="contract"[^>]*/)?.[0]).toContain('value=""');
    },
  );

  test('needs no database', async () => {
    const app = await startApp();
    app.context.db = {} as never;
    expect((await openForm(app)).status).toBe(200);
  });
});

describe('a form that is sent', () => {
  test('leads to its confirmation, and stores the same as JSON', async () => {
    const response = await postDeclaration(app, { contract: 'K-77' });
    expect(response.status).toBe(303);
    expectSecretive(response);
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(/^\/vertrag-widerrufen\/[\w-]{43}$/);
    const [stored] = await storedWithdrawals(app);
    expect(stored).toMatchObject({ ...declaration, contract: 'K-77', match: 'none' });
    // the database does not have the token
    expect(JSON.stringify(stored)).not.toContain(location.split('/').at(-1) ?? '?');
    expect(await mailCounts(app)).toEqual({ withdrawal_receipt: 1, withdrawal_notification: 1 });
    expect(app.woken.count).toBe(1);
  });

  test('again leads to the same confirmation, also after JSON and with a new secret', async () => {
    const app = await startApp();
    const first = await confirmed(app);
    app.clock.now += 60_000;
    expect(await confirmed(app)).toBe(first);
    expect((await declare(app)).status).toBe(200);
    app.config.jwtSecret = 'another secret of at least 32 characters';
    const later = await confirmed(app);
    expect(later).not.toBe(first);
    expect((await app.ask('GET', later)).status).toBe(200);
    expect(await storedWithdrawals(app)).toHaveLength(1);
    expect(await mailsOf(app)).toHaveLength(2);
  });

  test('is the same page whether the number is known or not', async () => {
    const id = await completed(app);
    const read = async (contract: string) => {
      const html = await (await app.ask('GET', await confirmed(app, { contract }))).text();
      return html.replaceAll(contract, '…').replace(/[\w-]{43}/g, '…');
    };
    expect(await read(id)).toBe(await read(crypto.randomUUID()));
  });
});

describe('a form that is refused', () => {
  const refused = async (response: Response) => {
    const html = await response.text();
    const [, main = ''] = html.split('<main');
    const messageOf = (name: string) => {
      const input = main.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0] ?? '';
      const ids = input.match(/aria-describedby="([^"]+)"/)?.[1]?.split(' ') ?? [];
      const texts = ids.map((id) =>
        main
          .split(`id="${id}"`)[1]
          ?.split('</p>')[0]
          ?.replace(/<[^>]+>/g, ''),
      );
      return { input, described: texts.join(' ') };
    };
    return { html, main, messageOf };
  };

  test('is shown again with its entries, a summary, and a message at each field', async () => {
    const response = await postDeclaration(app, { name: '', email: 'johanna', contract: 'www.evil.example' });
    const { html, main, messageOf } = await refused(response);
    expect(response.status).toBe(422);
    expectSecretive(response, typedCaching);
    expect(html).toContain('<title>Fehler: Vertrag widerrufen | Sattelfest</title>');
    expect(main).toContain('role="alert"');
    expect(main).toContain('3 Angaben fehlen noch oder stimmen nicht:');
    const messages = {
      name: ['Bitte geben Sie Ihren Namen ein', ''],
      email: ['Bitte geben Sie eine gültige E-Mail-Adresse ein', 'johanna'],
      contract: ['Bitte geben Sie hier keine Internetadresse ein', 'www.evil.example'],
    } as const;
    for (const [name, [message, entry]] of Object.entries(messages)) {
      const { input, described } = messageOf(name);
      expect(described).toContain(message);
      expect(input).toContain('aria-invalid="true"');
      expect(input).toContain(`value="${entry}"`);
      expect(main).toContain(`href="#feld-${name}"`);
    }
    expect(messageOf('name').input).toContain('autofocus');
    expect(messageOf('email').input).not.toContain('autofocus');
    expect([await storedWithdrawals(app), app.woken.count]).toEqual([[], 0]);
  });
});
