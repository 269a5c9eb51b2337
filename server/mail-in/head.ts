/**
 * The header of a message, as far as it is looked at before a worker reads the message. Strangers choose its length, and
 * most of what arrives is not about our mails.
 */
import { addressKey } from '#domain/text/addresses';

export type Head = {
  /** The message with a header that is short enough to be read. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Ids of what it answers and may be mails of ours, the nearest first. */
  answers: string[];
  /** Without an answer it may still be a failure report. */
  mayReport: boolean;
};

/** In bytes. Longer ones are no mail that somebody wrote. */
const longest = { field: 4 * 1024, head: 64 * 1024 };

/** Null: it has no header. */
export function readHead(message: Uint8Array, host: string): Head | null {
  const text = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('latin1');
  const end = text.search(/\n\r?\n/);
  const fields = fieldsOf(end < 0 ? text : text.slice(0, end));
  if (!fields.some((field) => /^[A-Za-z\d-]+[ \t]*:/.test(field))) return null;
  const idsOf = (name: RegExp) =>
    fields.filter((field) => name.test(field)).flatMap((field) => mailIdsIn(asUtf8(field), host));
  const head = Buffer.from(`${fields.join('\n')}\n`, 'latin1');
  return {
    bytes: new Uint8Array(Buffer.concat(end < 0 ? [head] : [head, message.subarray(end)])),
    answers: [...new Set([...idsOf(/^in-reply-to[ \t]*:/i), ...idsOf(/^references[ \t]*:/i).reverse()])],
    mayReport: fields.some((field) => signOfReport.test(field)),
  };
}

const signOfReport =
  /^(?:content-type\s*:\s*multipart\/report|return-path\s*:\s*<\s*>|from\s*:[\s\S]*(?:daemon|postmaster|delivery))/i;

function fieldsOf(head: string): string[] {
  const fields: string[] = [];
  let begin = 0;
  let length = 0;
  for (const { index } of `${head}\n`.matchAll(/\n(?![ \t])/g)) {
    const field = head.slice(begin, Math.min(index, begin + longest.field));
    length += field.length + 1;
    // as if from two, because who else it is from may stand below
    if (length > longest.head) return [...fields, 'From: '];
    fields.push(field);
    begin = index + 1;
  }
  return fields;
}

function asUtf8(field: string): string {
  return Buffer.from(field, 'latin1').toString();
}

/** The ids of mails of ours in a text, each once. `host`: as the header of our mails spells it. */
export function mailIdsIn(text: string, host: string): string[] {
  const id =
    /(?<![\w.+-])([\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})@([\p{L}\p{M}\p{N}.-]{1,255})/giu;
  const found = Array.from(text.matchAll(id), ([, name = '', at = '']) => ({ name, at }));
  const ours = found.filter(({ at }) => addressKey(`@${at}`) === `@${host}`);
  return [...new Set(ours.map(({ name }) => name.toLowerCase()))];
}
