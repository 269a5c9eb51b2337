/** Limits of the operating system for a process. They need no privileges to set, and hold for root as well. */

/**
 * A prefix for a command whose files cannot grow beyond this number of blocks of 512 bytes: further writes fail as on
 * a full disk. The limit is soft, and `liftLimit` removes it while the process runs.
 */
export const filesUpTo = (blocks: number) => [
  'sh',
  '-c',
  `trap '' XFSZ; ulimit -S -f ${blocks}; exec "$@"`,
  'sh',
];

export function liftLimit(pid: number): void {
  succeed('prlimit', '--pid', String(pid), '--fsize=unlimited');
}

/** A prefix for a command that makes file modes apply to root as well. */
export const heldByModes =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** A prefix for a command that gets no rights of root, and none by the programs that it starts. */
export const withoutRights = ['setpriv', '--no-new-privs', '--'];

/**
 * The same on a file system of which only `folder` can be written. The command does not run if anything else can. Only
 * root may use it.
 */
export const readOnlyBut = (folder: string) => [
  'unshare',
  '--mount',
  'sh',
  '-ec',
  `mount --bind "$0" "$0"
  mount -o remount,bind,ro /
  if touch /tmp/written 2>/dev/null; then exit 1; fi
  exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"`,
  folder,
];

export function mayMakeReadOnly(folder: string): boolean {
  return Bun.spawnSync([...readOnlyBut(folder), 'true'], { stdout: 'ignore', stderr: 'ignore' }).success;
}

/** Mounts an empty disk of this size (`4m`) at `folder`, or resizes it. Returns false if this process may not. */
export function mountDisk(folder: string, size: string, options = ''): boolean {
  const command = ['mount', '-t', 'tmpfs', '-o', `${options}size=${size}`, 'tmpfs', folder];
  return Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success;
}

export function unmountDisk(folder: string): void {
  succeed('umount', '--lazy', folder);
}

function succeed(...command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' });
  if (!success) throw new Error(`${command.join(' ')}: ${stderr.toString()}`);
}
