import { createClient, type Value } from '@libsql/client';

/** All of a database as statements, a row a line. Rows of a table come after those that they may refer to. */
export async function dumpOf(file: string): Promise<string> {
  const client = createClient({ url: `file:${file}` });
  const schema = await client.execute(
    `select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid`,
  );
  const parts = schema.rows.map(({ type, name, sql }) => ({
    type: String(type),
    name: String(name),
    sql: String(sql),
  }));
  const tables = parts
    .filter(({ type }) => type === 'table')
    .toSorted((one, other) => Number(/references/i.test(one.sql)) - Number(/references/i.test(other.sql)));
  const lines: string[] = [];
  for (const { name, sql } of tables) {
    lines.push(`${sql};`);
    const { rows } = await client.execute(`select * from \`${name}\``);
    for (const row of rows)
      lines.push(`INSERT INTO \`${name}\` VALUES (${Array.from(row, literal).join(', ')});`);
  }
  for (const { type, sql } of parts) if (type !== 'table') lines.push(`${sql};`);
  client.close();
  return `${lines.join('\n')}\n`;
}

/** What nobody sees is written by its number. */
function literal(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') throw new Error('No released version stored bytes.');
  const quoted = `'${value.replaceAll("'", "''")}'`;
  return quoted.replace(/\p{Cf}/gu, (sign) => `' || char(${sign.codePointAt(0)}) || '`);
}
