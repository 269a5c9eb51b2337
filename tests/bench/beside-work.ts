import type { Group, Row } from './row';

const busy = [process.execPath, '-e', 'for (;;);'];

/** The row near its target once more, while another program keeps one core busy. It is told, not held to its budget. */
export async function besideWork({ measure, nearTarget }: Group): Promise<Row[]> {
  if (nearTarget === undefined) return [];
  const work = Bun.spawn(busy);
  try {
    const rows = await measure();
    return rows
      .filter(({ name }) => name === nearTarget)
      .map((row) => ({ ...row, name: `${row.name}, beside work on one core`, target: '', holds: null }));
  } finally {
    work.kill();
  }
}
