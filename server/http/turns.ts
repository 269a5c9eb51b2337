import { nextTurn } from '#db/turn';
import { refusals } from '../refusal';
import { createQueue } from './queue';
import { chargePage } from './read-limits';

/** A page needs a megabyte until its beginning is rendered, and on one core more pages at a time are not faster. */
const renders = createQueue(2, 200, refusals.busy);

/** A look at everything that is stored about a person, or a check of a whole table. */
const looks = createQueue(2, 20, refusals.busy);

/** Rejects with the signal's reason if the visitor has left. @throws Refusal 429 if too many ask or wait */
export async function renderInTurn<T>(request: Request, render: () => Promise<T>): Promise<T> {
  chargePage(request);
  return await inTurn(renders, request, render);
}

/** Calls `look` when it is its turn. Rejects as above. */
export async function lookInTurn<T>(request: Request, look: () => Promise<T>): Promise<T> {
  return await inTurn(looks, request, look);
}

async function inTurn<T>(queue: typeof renders, { signal }: Request, work: () => Promise<T>): Promise<T> {
  const whenHere = async () => {
    await nextTurn();
    signal.throwIfAborted();
    return await work();
  };
  return await queue(whenHere, { signal });
}
