/** Between who makes something to be sent and the job that sends it. */
export type Waker = { wake(): void; onWake(listener: () => void): void };

export function createWaker(): Waker {
  let listening = () => {};
  return {
    wake: () => listening(),
    onWake(listener) {
      listening = listener;
    },
  };
}
