/** What a worker says of a message, without a worker. */
import { readHead } from '#server/mail-in/head';
import { readMessage } from '#server/mail-in/message';
import type { Ours } from '#server/mail-in/quotes';
import { crlf } from './report';

export const answered = '<x@sattelfest.example>';
export const message = (type: string, body: string, encoding = '8bit', head = '') =>
  crlf(`
From: johanna.sommer@mail.example
Subject: Re: Eine Frage
Message-ID: <a@mail.example>
In-Reply-To: ${answered}
MIME-Version: 1.0
${head}Content-Type: ${type}
Content-Transfer-Encoding: ${encoding}

${body}`);
export const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');

export const ours: Ours = {
  addresses: ['post@sattelfest.example'],
  brand: 'Sattelfest',
  beneath: ['Pferde-OP-Schutz', 'Sattelfest GmbH'],
};

export async function reading(raw: string | Uint8Array) {
  const head = readHead(Buffer.from(raw), 'sattelfest.example');
  if (!head) throw new Error('This is no message.');
  return await readMessage({ ...head, host: 'sattelfest.example', ours });
}

export async function contentOf(raw: string | Uint8Array) {
  return (await reading(raw)).content;
}
