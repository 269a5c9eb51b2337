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
