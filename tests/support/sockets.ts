import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The rows of a table of `/proc/net` that are about sockets which a process has open: `tcp`, `tcp6`, `udp` or `udp6`. */
export function socketsOf(pid: number, table: string): string[][] {
  const rows = readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1);
  const folder = `/proc/${pid}/fd`;
  const open = new Set(readdirSync(folder).map((name) => linkOf(`${folder}/${name}`)));
  return rows.map((row) => row.trim().split(/\s+/)).filter((cells) => open.has(`socket:[${cells[9]}]`));
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // the process has closed it since the folder was read
    return '';
  }
}
