/** Calls `work` whenever the page is idle, until it returns true. Returns a function that stops earlier. */
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

// older versions of Safari do not have it
const idles = 'requestIdleCallback' in globalThis;
const later = (act: () => void) => (idles ? requestIdleCallback(act) : Number(setTimeout(act, 16)));
const stop = (handle: number) => (idles ? cancelIdleCallback(handle) : clearTimeout(handle));
