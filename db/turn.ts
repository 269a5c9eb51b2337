/** Lets timers and sockets run: code that never leaves the microtask queue, as the driver of a local file, blocks them. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
