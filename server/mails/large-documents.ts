import { documentFileName } from '#domain/document-kinds';
import type { Context } from '../context';
import { traceOf } from '../log';
import { commonTo } from './common';
import { noteBytes } from './division';
import { renderExample } from './kinds';
import { encodedBytes } from './transport';

type Needs = Pick<Context, 'config' | 'documents' | 'mailer' | 'operator' | 'publicUrl' | 'log'>;

/** Names the documents in force that no mail can take: applicants get links to them, and no proof says that they have them. */
export async function warnAboutLargeDocuments(context: Needs): Promise<void> {
  const { documents, mailer, operator, log } = context;
  try {
    const files = await documents.inForce();
    const bare = { contentType: 'application/pdf', content: new Uint8Array() };
    const text = await mailer.measure({
      ...renderExample('documents', commonTo(context)),
      id: crypto.randomUUID(),
      to: { name: '', address: operator.mail.internalTo },
      attachments: files.map(({ entry }) => ({ ...bare, filename: documentFileName(entry.kind) })),
    });
    const limit = mailer.largest();
    const large = files
      .map(({ entry: { kind }, file }) => ({ kind, bytes: text + noteBytes + encodedBytes(file.size) }))
      .filter(({ bytes }) => bytes > limit)
      .map(({ kind, bytes }) => `${kind} (${bytes})`);
    if (large.length > 0) log('warn', 'documents_too_large', { documents: large.join(', '), limit });
  } catch (error) {
    log('warn', 'documents_not_measured', traceOf(error));
  }
}
