/** Loaded before a server (`--preload`): its clock is `CLOCK_AHEAD_MS` ahead, and each SIGUSR2 sets it a minute ahead. */
let ahead = Number(process.env.CLOCK_AHEAD_MS);
const real = Date.now;
process.on('SIGUSR2', () => {
  ahead += 60_000;
});

globalThis.Date = class extends Date {
  constructor(...args: [] | [number]) {
    super(...(args.length === 0 ? ([real() + ahead] as const) : args));
  }

  static override now(): number {
    return real() + ahead;
  }
} as DateConstructor;
