/** Renders a few pages at a time, and none for a visitor who has left. */
import { createQueue } from '../../http/queue';

/** A page needs a megabyte until its beginning is rendered, and on one core more pages at a time are not faster. */
const renders = createQueue(8);

/** Without this pause, many new connections keep Bun from timers, garbage collection and noticing closed connections. */
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Calls `render` when it is its turn. Rejects with the signal's reason if the visitor has left by then. */
export function inTurn<T>({ signal }: Request, render: () => Promise<T>): Promise<T> {
  return renders(async () => {
    await pause();
    signal.throwIfAborted();
    return await render();
  });
}
