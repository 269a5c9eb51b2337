/** What `GET /metrics` counts. No label contains an id, a name or an address. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Meters = ReturnType<typeof createMeters>;

type AnsweredRequest = {
  method: string;
  /** The pattern, such as `/application/:id`. */
  route: string;
  status: number;
  ms: number;
};

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Upper bounds in seconds: from a cached page to a database that does not respond. */
const buckets = [0.001, 0.005, 0.02, 0.1, 0.3, 1, 3, 10];

/** Each application has its own registry, so that several in one process do not share counts. */
export function createMeters() {
  const registry = new Registry();
  const common = { registers: [registry] };
  const requests = new Histogram({
    ...common,
    name: 'sattelfest_http_request_duration_seconds',
    help: 'Time from the arrival of a request to its response. The count is the number of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets,
  });
  const limits = new Counter({
    ...common,
    name: 'sattelfest_limit_refusals_total',
    help: 'Requests refused with 429, by limit.',
    labelNames: ['limit'],
  });
  const signIns = new Counter({
    ...common,
    name: 'sattelfest_sign_ins_refused_total',
    help: 'Sign-ins with a wrong name or password.',
  });
  const jobs = new Gauge({
    ...common,
    name: 'sattelfest_job_last_run_timestamp_seconds',
    help: 'End of the last run of a job with this result.',
    labelNames: ['job', 'result'],
  });
  return {
    registry,
    request({ method, route, status, ms }: AnsweredRequest) {
      const labels = { method: methods.has(method) ? method : 'other', route, status };
      requests.observe(labels, ms / 1000);
    },
    /** Begins a count with 0, so that collectors see its first change. */
    limitSet({ name: limit }: { name: string }) {
      limits.inc({ limit }, 0);
    },
    limitReached(limit: string) {
      limits.inc({ limit });
    },
    signInRefused() {
      signIns.inc();
    },
    jobEnded(job: string, result: 'ok' | 'failed') {
      jobs.set({ job, result }, Date.now() / 1000);
    },
  };
}
