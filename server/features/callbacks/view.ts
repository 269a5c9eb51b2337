import type { CallbackRecord } from '#db/callbacks';
import type { Callback } from '#domain/callbacks/request';
import { isoOf } from '#domain/time';

export function callbackView({ request }: CallbackRecord): Callback {
  const { processedAt, createdAt, noCallsAt, reply, reached: _, ...rest } = request;
  const [processed, noCalls] = [processedAt !== null, noCallsAt !== null];
  const replied = reply && { at: isoOf(reply.at), text: reply.text };
  return { ...rest, processed, noCalls, createdAt: isoOf(createdAt), reply: replied };
}
