/** A real SMTP server on this machine: collects the mails that it accepts; a test can make it refuse, wait or stop. */
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { freePort } from './ports';

export type ReceivedMail = { from: string; to: string[]; secure: boolean; raw: string; email: Email };

type Stage = 'connect' | 'auth' | 'recipient' | 'data';

export type MailServer = {
  port: number;
  url: string;
  /** Every accepted mail, in order. */
  mails: ReceivedMail[];
  /** `Message-ID` of every mail that was transmitted completely, including refused ones. */
  offered: string[];
  /** Responds with `code` to everything at `stage` until `accept()`. */
  refuse(code: number, reply: string, stage?: Stage): void;
  accept(): void;
  /** Delays the response to the next mail until `release()`; `reached` resolves when the mail has arrived. */
  hold(): { reached: Promise<void>; release(): void };
  /** Resolves when `count` mails have been accepted; rejects after the deadline. */
  received(count: number, deadlineMs?: number): Promise<ReceivedMail[]>;
  /** The first accepted mail that matches; waits for it, up to the deadline of each further mail. */
  find(match: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>;
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
};

type Refusal = { code: number; reply: string; stage: Stage };
type Done = (error?: Error | null) => void;

/** `auth`: requires a sign-in and accepts any. `tls`: offers STARTTLS with a self-signed certificate. */
export async function startMailServer({ auth = false, tls = false } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const watchers = new Set<() => void>();
  const offered: string[] = [];
  let refusal: Refusal | null = null;
  let gate: { arrived: () => void; open: Promise<void> } | null = null;

  const answer = (stage: Stage, done: Done) => done(refusal?.stage === stage ? refused(refusal) : null);

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const raw = Buffer.concat(await Array.fromAsync(stream)).toString('latin1');
    const email = await PostalMime.parse(raw);
    offered.push(email.messageId ?? '');
    const held = gate;
    gate = null;
    held?.arrived();
    await held?.open;
    if (refusal?.stage === 'data') throw refused(refusal);
    const { mailFrom, rcptTo } = session.envelope;
    const from = mailFrom ? mailFrom.address : '';
    mails.push({ from, to: rcptTo.map((one) => one.address), secure: session.secure, raw, email });
    for (const look of watchers) look();
  }

  const create = () =>
    new SMTPServer({
      authOptional: !auth,
      allowInsecureAuth: true,
      disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(auth ? [] : ['AUTH'])],
      // it would warn about the certificate on console.error
      logger: false,
      disableReverseLookup: true,
      closeTimeout: 20,
      onConnect: (_session, done) => answer('connect', done),
      onAuth: (_credentials, _session, done) =>
        refusal?.stage === 'auth' ? done(refused(refusal)) : done(null, { user: 'anyone' }),
      onRcptTo: (_address, _session, done) => answer('recipient', done),
      onData: (stream, session, done) => void receive(stream, session).then(() => done(), done),
    });

  let server = create();
  // its own, so that nobody gets it while the server is stopped
  const port = freePort();
  async function start(): Promise<void> {
    server = create();
    // some tests break off connections on purpose
    server.on('error', () => {});
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(port, '127.0.0.1', resolve);
    await promise;
  }
  await start();

  function received(count: number, deadlineMs = 20_000): Promise<ReceivedMail[]> {
    const { promise, resolve, reject } = Promise.withResolvers<ReceivedMail[]>();
    const look = () => {
      if (mails.length >= count) resolve(mails.slice(0, count));
    };
    const late = setTimeout(
      () => reject(new Error(`${mails.length} of ${count} mails arrived in ${deadlineMs} ms`)),
      deadlineMs,
    );
    watchers.add(look);
    look();
    return promise.finally(() => {
      clearTimeout(late);
      watchers.delete(look);
    });
  }

  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    offered,
    refuse(code, reply, stage = 'recipient') {
      refusal = { code, reply, stage };
    },
    accept() {
      refusal = null;
    },
    hold() {
      const reached = Promise.withResolvers<void>();
      const open = Promise.withResolvers<void>();
      gate = { arrived: reached.resolve, open: open.promise };
      return { reached: reached.promise, release: open.resolve };
    },
    received,
    async find(match) {
      for (let count = 1; ; count += 1) {
        const mail = (await received(count)).at(-1);
        if (mail && match(mail)) return mail;
      }
    },
    stop() {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(resolve);
      return promise;
    },
    start,
  };
}

function refused({ code, reply }: Refusal): Error {
  return Object.assign(new Error(reply), { responseCode: code });
}
