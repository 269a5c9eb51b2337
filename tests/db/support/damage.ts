/** Damages a database file in a separate process, because two SQLite libraries in one process break its locks. */
import { expect } from 'bun:test';

const script = `
  import { Database } from 'bun:sqlite';
  const [file, ...statements] = process.argv.slice(1);
  const db = new Database(file, { strict: true, readwrite: true });
  db.run('pragma busy_timeout = 10000');
  db.run('pragma foreign_keys = off');
  for (const statement of statements) db.run(statement);
  db.close();
`;

/** Runs the statements on a file, between those of a server that has it open. */
export async function damage(file: string, statements: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, '-e', script, file, ...statements], { stderr: 'pipe' });
  const errors = await new Response(child.stderr).text();
  expect([await child.exited, errors]).toEqual([0, '']);
}
