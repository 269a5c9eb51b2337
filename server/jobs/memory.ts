/** A process that uses less than this share of one core is serving nobody. */
const quietShare = 0.1;
/** Growth that is worth a pause for the collection. */
const worthMegabytes = 10;

type Readings = {
  /** Processor time that the process has used, in microseconds. */
  cpu(): number;
  /** Milliseconds on a clock that is never set back. */
  clock(): number;
  resident(): number;
  collect(): void;
};

/**
 * Work of a job: collects garbage in a quiet interval if memory has grown since the last collection. Bun would keep the
 * 60 MB that 1,000 page views leave until it needs the space. While there are visitors Bun decides when to collect,
 * because a full collection stops the process for some 50 ms. Returns the number of collections, 0 or 1.
 */
export function createMemoryRelease({ cpu, clock, resident, collect }: Readings = ofThisProcess) {
  let before = { cpu: cpu(), at: clock() };
  let afterCollection = 0;
  return () => {
    const now = { cpu: cpu(), at: clock() };
    const quiet = now.cpu - before.cpu < (now.at - before.at) * 1000 * quietShare;
    before = now;
    if (!quiet || resident() < afterCollection + worthMegabytes * 1e6) return 0;
    collect();
    afterCollection = resident();
    before = { cpu: cpu(), at: clock() };
    return 1;
  };
}

const ofThisProcess: Readings = {
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  clock: () => performance.now(),
  resident: () => process.memoryUsage.rss(),
  collect: () => Bun.gc(true),
};
