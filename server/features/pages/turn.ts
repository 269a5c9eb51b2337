/** Pages are rendered a few at a time, and for nobody who has left. */
import { createQueue } from '../../http/queue';

/** A page takes a megabyte until its beginning is rendered; there is one core, so more at once are no faster. */
const renders = createQueue(8);

/** Otherwise a crowd of new connections keeps Bun from its timers, from tidying up, and from seeing who has left. */
const breath = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What `render` makes, in its turn; rejects as the request's signal says when its visitor has left before. */
export function inTurn<T>({ signal }: Request, render: () => Promise<T>): Promise<T> {
  return renders(async () => {
    await breath();
    signal.throwIfAborted();
    return await render();
  });
}
