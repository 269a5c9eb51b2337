/** Processor time of a command and of all that it starts, also of Chromium, which nobody waits for: by a control group. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts itself into the group, then becomes the command. */
const entering = 'echo $$ >"$0/cgroup.procs" && exec "$@"';

/** A control group below our own, or `undefined` where this user may not make one. */
export function openGroup(name: string): ReturnType<typeof groupAt> | undefined {
  try {
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    const mounted = mounts.find((line) => line.includes(' - cgroup2 '))?.split(' ')[4];
    const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
    if (!mounted || !own) return;
    const path = join(mounted, own, `sattelfest-${process.pid}-${name}`);
    mkdirSync(path);
    const group = groupAt(path);
    // some may make a group and put nothing into it
    if (Bun.spawnSync(group.command(['true'])).success && existsSync(join(path, 'cgroup.kill'))) return group;
    rmdirSync(path);
  } catch {
    return;
  }
}

function groupAt(path: string) {
  const read = (file: string) => readFileSync(join(path, file), 'utf8');
  return {
    command: (command: string[]) => ['sh', '-c', entering, path, ...command],
    /** In microseconds. */
    processor: () => Number(/^usage_usec (\d+)$/m.exec(read('cpu.stat'))?.[1]),
    /** Ends what is still running. */
    end: () => writeFileSync(join(path, 'cgroup.kill'), '1'),
    /** Removes the group, once all has ended. */
    async close() {
      while (/^populated 1$/m.test(read('cgroup.events'))) await Bun.sleep(10);
      rmdirSync(path);
    },
  };
}
