/**
 * Calls `work` whenever the page has nothing else to do, until it answers true: it is finished. Answers the way to stop
 * earlier.
 */
export function whenIdle(work: () => boolean): () => void {
  const next = () => {
    handle = later(() => {
      if (!work()) next();
    });
  };
  let handle = 0;
  next();
  return () => stop(handle);
}

// Safari has learnt it only lately
const idles = 'requestIdleCallback' in globalThis;
const later = (act: () => void) => (idles ? requestIdleCallback(act) : Number(setTimeout(act, 16)));
const stop = (handle: number) => (idles ? cancelIdleCallback(handle) : clearTimeout(handle));
