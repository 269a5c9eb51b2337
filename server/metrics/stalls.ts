/** How long the event loop was kept from its work: nobody gets a response in that time. */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';
import { minuteMs } from '#domain/time';

const quantiles = [0.5, 0.9, 0.99, 1];

/**
 * Adds a gauge of the delays: of the current minute or of the one before, whichever is worse. So a stall is seen by
 * everybody who scrapes once a minute, and forgotten after two.
 */
export function watchStalls(registry: Registry): void {
  // all of a process share one monitor
  const delay = monitorEventLoopDelay();
  delay.enable();
  const secondsOf = (quantile: number) =>
    (quantile === 1 ? delay.max : delay.percentile(quantile * 100)) / 1e9;
  let before = quantiles.map(() => 0);
  setInterval(() => {
    before = quantiles.map(secondsOf);
    delay.reset();
  }, minuteMs).unref();
  new Gauge({
    name: 'sattelfest_event_loop_delay_seconds',
    help: 'Delay of the event loop, in the worse one of the last two minutes. Quantile 1 is the longest stall.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const [index, quantile] of quantiles.entries()) {
        this.set({ quantile }, Math.max(before[index] ?? 0, secondsOf(quantile)));
      }
    },
  });
}
