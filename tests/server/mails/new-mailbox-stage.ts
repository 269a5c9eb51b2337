/** What the tests of first mails share: an office with limits, ways to cause mails, and mailboxes that were reached. */
import { eq } from 'drizzle-orm';
import { mailContacts, outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { api } from '#domain/urls';
import { networkOf } from '#server/http/client-address';
import { networkHash } from '#server/keyed-hash';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { wish } from '#tests/server/features/callbacks/callback-wish';
import type { TestApp } from '#tests/support/app';
import { drawNothing } from '#tests/support/drawing';
import { openMailServer } from '#tests/support/smtp';

export const minute = 60_000;
export const hour = 60 * minute;
export const team = 'team@sattelfest.example';
export const here = '198.51.100.7';

export async function open(env: Record<string, string> = {}) {
  const server = await openMailServer();
  const limits = { RATE_LIMIT: 'on', TRUST_PROXY: 'true', MAIL_INTERNAL_TO: team, SMTP_URL: server.url };
  const office = await openOffice({ env: { ...limits, ...env }, draw: drawNothing });
  const { app } = office;
  /** Delivers what may leave, several at a time; returns the local parts of visitors who got a mail by it, sorted. */
  const deliver = async () => {
    const before = server.mails.length;
    await app.outbox.runOnce();
    const to = server.mails.slice(before).map(({ to: [address = ''] }) => address);
    return to
      .filter((address) => address !== team)
      .map((address) => address.split('@')[0] ?? '')
      .toSorted();
  };
  const mailsTo = (name: string) =>
    app.db.read
      .select()
      .from(outbox)
      .where(eq(outbox.recipientEmail, addressOf(name)));
  const mailOf = async (name: string) => (await mailsTo(name))[0];
  const alerts = async () =>
    (await app.db.read.select().from(auditLog)).filter(({ action }) => action === 'many_first_contacts');
  return { ...office, server, deliver, mailsTo, mailOf, alerts };
}

export const addressOf = (name: string) => (name.includes('@') ? name : `${name}@post.example`);

/** Ways to have a mail sent to any address, as a client with this network address. */
export const ways = {
  callback: (app: TestApp, name: string, client = here) =>
    send(app, api.callbackRequests, { ...wish, email: addressOf(name) }, client),
  withdrawal: (app: TestApp, name: string, client = here) =>
    send(app, api.withdrawals, { name: 'Jo', email: addressOf(name) }, client),
  privacy: (app: TestApp, name: string, client = here) =>
    send(app, api.privacyRequests, { email: addressOf(name) }, client),
};

async function send(app: TestApp, path: string, body: object, client: string) {
  const response = await app.ask('POST', path, { body, headers: { 'x-forwarded-for': client } });
  if (response.status > 202) throw new Error(`${path} answered ${response.status}.`);
}

/** Five of a minute, as the forms allow, without moving the clock further than some minutes. */
export async function reach(app: TestApp, names: readonly string[], client = here, way = ways.callback) {
  for (const [place, name] of names.entries()) {
    if (place % 5 === 0) app.clock.now += minute;
    await way(app, name, client);
  }
}

/** As if each of these clients had reached so many mailboxes just now. */
export async function used(app: TestApp, count: number, ...clients: string[]) {
  const at = app.clock.now;
  const hash = networkHash(app.config);
  const rows = (clients.length > 0 ? clients : [here]).flatMap((client) => {
    const network = hash(networkOf(client));
    return people(count, client + at).map((mailboxHash) => ({ mailboxHash, at, network }));
  });
  if (rows.length > 0) await app.db.write((tx) => tx.insert(mailContacts).values(rows));
}

export const people = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, place) => `${prefix}${place}`);
