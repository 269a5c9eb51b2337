import { Readable } from 'node:stream';
import { minuteMs } from '#domain/time';

/** In milliseconds. All but `connection` are those of RFC 5321, section 4.5.3.2. */
export const smtpLimits = {
  connection: minuteMs / 2,
  greeting: 5 * minuteMs,
  /** Between two signs of life before the mail is transmitted: the response to MAIL or RCPT. */
  command: 5 * minuteMs,
  data: 2 * minuteMs,
  block: 3 * minuteMs,
  /** For the response to the end of the mail: the server may look for viruses before it takes the mail. */
  answer: 10 * minuteMs,
};
export type Limits = typeof smtpLimits;

export type Sending = {
  signal?: AbortSignal;
  onTransmitted?: () => void;
};

export type Watch = ReturnType<typeof createWatch>;

export function createWatch(limits: Limits, { signal, onTransmitted }: Sending) {
  const late = new AbortController();
  let transmitted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function allow(ms: number): void {
    end();
    timer = setTimeout(() => late.abort(Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' })), ms);
  }
  function end(): void {
    clearTimeout(timer);
  }
  const { connection, greeting, command, data } = limits;
  // a server that never stops responding is never silent
  allow(connection + greeting + 2 * command + data);

  return {
    signal: signal ? AbortSignal.any([late.signal, signal]) : late.signal,
    isTransmitted: () => transmitted,
    tap(input: Readable): Readable {
      const pieces = async function* () {
        for await (const piece of input) {
          allow(limits.block);
          yield piece;
        }
      };
      const output = Readable.from(pieces(), { objectMode: false });
      return output.once('end', () => {
        transmitted = true;
        allow(limits.answer);
        onTransmitted?.();
      });
    },
    end,
  };
}
