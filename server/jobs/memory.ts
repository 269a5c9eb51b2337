/** Gives memory back when the visits are over. */

/** Below this share of one core nobody waits for this process. */
const quietShare = 0.1;
/** What it is worth to stop for. */
const worthMegabytes = 10;

type Readings = {
  /** Processor time that the process has used, in microseconds. */
  cpu(): number;
  /** Milliseconds on a clock that only goes forward. */
  clock(): number;
  /** Resident memory in bytes. */
  resident(): number;
  collect(): void;
};

/**
 * Work of a job: collects garbage in a quiet interval, once memory has grown since it last did. Left alone, Bun keeps
 * what 1,000 page views leave, some 60 MB, until it needs the room; while visitors are there it decides by itself,
 * because collecting everything stops the process for some 50 ms. Answers how often it collected: 0 or 1.
 */
export function createTidying({ cpu, clock, resident, collect }: Readings = ofThisProcess): () => number {
  let before = { cpu: cpu(), at: clock() };
  let tidy = 0;
  return () => {
    const now = { cpu: cpu(), at: clock() };
    const quiet = now.cpu - before.cpu < (now.at - before.at) * 1000 * quietShare;
    before = now;
    if (!quiet || resident() < tidy + worthMegabytes * 1e6) return 0;
    collect();
    tidy = resident();
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
