/** A real SMTP server on this machine: collects the mails that it accepts; a test can make it refuse, wait or stop. */
import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Certificate } from './certificates';
import { afterThisTest } from './endings';
import { freePort } from './ports';

export type ReceivedMail = {
  from: string;
  to: string[];
  secure: boolean;
  /** What the client called itself. */
  hello: string;
  raw: string;
  email: Email;
};

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
  /** Delays the next response at `stage` until `release()`; `reached` resolves when the server is there. */
  hold(stage?: Stage): { reached: Promise<void>; release(): void };
  /** Resolves when `count` mails have been accepted; rejects after the deadline. */
  received(count: number, deadlineMs?: number): Promise<ReceivedMail[]>;
  /** The first accepted mail that matches; waits for it, up to the deadline of each further mail. */
  find(match: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>;
  /** Closes all connections without a word. */
  drop(): void;
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
};

type Refusal = { code: number; reply: string; stage: Stage };
type Done = (error?: Error | null) => void;

type Options = {
  /** Requires a sign-in and accepts any. */
  auth?: boolean;
  /** Offers STARTTLS, or speaks nothing but TLS. */
  tls?: boolean | 'only';
  /** Left out: a self-signed one. */
  certificate?: Certificate;
  /** Largest mail in bytes, which it announces. */
  size?: number;
  /** Largest mail in bytes, which it refuses with 552 without having said so. */
  silentSize?: number;
};

export async function startMailServer(options: Options = {}): Promise<MailServer> {
  const { auth = false, tls = false, certificate, size, silentSize = Number.POSITIVE_INFINITY } = options;
  const mails: ReceivedMail[] = [];
  const watchers = new Set<() => void>();
  const offered: string[] = [];
  let refusal: Refusal | null = null;
  const gates = new Map<Stage, { arrived: () => void; open: Promise<void> }>();

  async function pass(stage: Stage): Promise<void> {
    const gate = gates.get(stage);
    gates.delete(stage);
    gate?.arrived();
    await gate?.open;
  }

  const answer = (stage: Stage, done: Done) =>
    void pass(stage).then(() => done(refusal?.stage === stage ? refused(refusal) : null));

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const raw = Buffer.concat(await Array.fromAsync(stream)).toString('latin1');
    const email = await PostalMime.parse(raw);
    offered.push(email.messageId ?? '');
    await pass('data');
    if (refusal?.stage === 'data') throw refused(refusal);
    if (raw.length > Math.min(size ?? silentSize, silentSize))
      throw refused({ code: 552, reply: '5.3.4 Message too big', stage: 'data' });
    const { mailFrom, rcptTo } = session.envelope;
    const from = mailFrom ? mailFrom.address : '';
    const to = rcptTo.map((one) => one.address);
    mails.push({ from, to, secure: session.secure, hello: session.hostNameAppearsAs, raw, email });
    for (const look of watchers) look();
  }

  const create = () =>
    new SMTPServer({
      ...certificate,
      size,
      secure: tls === 'only',
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

  const sockets = new Set<Socket>();
  let server = create();
  // its own, so that nobody gets it while the server is stopped
  const port = freePort();
  async function start(): Promise<void> {
    server = create();
    // some tests break off connections on purpose
    server.on('error', () => {});
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
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
    hold(stage = 'data') {
      const reached = Promise.withResolvers<void>();
      const open = Promise.withResolvers<void>();
      gates.set(stage, { arrived: reached.resolve, open: open.promise });
      return { reached: reached.promise, release: open.resolve };
    },
    received,
    async find(match) {
      for (let count = 1; ; count += 1) {
        const mail = (await received(count)).at(-1);
        if (mail && match(mail)) return mail;
      }
    },
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    stop() {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(resolve);
      return promise;
    },
    start,
  };
}

/** One that is stopped after the test. */
export async function openMailServer(options?: Options): Promise<MailServer> {
  const server = await startMailServer(options);
  afterThisTest(server.stop);
  return server;
}

function refused({ code, reply }: Refusal): Error {
  return Object.assign(new Error(reply), { responseCode: code });
}
