/** What the machine refuses a process, in ways that need no rights and that root cannot pass by. */

/**
 * Words before a command by which none of its files grows beyond so many blocks of 512 bytes: its writes then fail,
 * as on a full disk. The limit is soft, `liftLimit` takes it away while the process runs.
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

/** Words before a command by which file modes hold for root too, as they do for everybody else. */
export const heldByModes =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** Mounts an empty disk of this size (`4m`) at `folder`, or makes it larger; false where this process may not. */
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
