/** Work that takes much of a core or of the memory: a few at a time, the others in a row. */

/** Runs `work` when its turn comes. */
type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `atOnce` run and at most `waiting` wait: whoever comes then is refused with what `full` makes. */
export function createQueue(atOnce: number, waiting = Number.POSITIVE_INFINITY, full = tooMany): Queue {
  const row: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (row.length >= waiting) throw full();
    else await new Promise<void>((turn) => row.push(turn));
    try {
      return await work();
    } finally {
      // the place goes straight to the next one
      const next = row.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const tooMany = () => new Error('The queue is full.');
