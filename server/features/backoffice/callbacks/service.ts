/** Callback requests as staff see them. */
import type { CallbackRecord } from '#db/callbacks';
import type { Callback } from '#domain/callback';

export function callbackView({ processedAt, createdAt, ...request }: CallbackRecord): Callback {
  return { ...request, processed: processedAt !== null, createdAt: new Date(createdAt).toISOString() };
}
