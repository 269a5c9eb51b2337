/** Loaded before a server (`--preload`): its machine's clock is `CLOCK_AHEAD_MS` ahead. */
const ahead = Number(process.env.CLOCK_AHEAD_MS);
const real = Date.now;

globalThis.Date = class extends Date {
  constructor(...args: [] | [number]) {
    super(...(args.length === 0 ? ([real() + ahead] as const) : args));
  }

  static override now(): number {
    return real() + ahead;
  }
} as DateConstructor;
