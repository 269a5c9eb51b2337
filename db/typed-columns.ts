import { getTableColumns, is } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { tokenLength } from '#domain/text/addresses';
import * as applications from './schema/applications';
import * as desk from './schema/desk';
import * as returns from './schema/insurer';
import * as law from './schema/law';
import * as mails from './schema/mails';

const example = `/status/${'x'.repeat(tokenLength)}`;

/** Whether what is written into it loses our links. */
export function isTyped(column: SQLiteColumn): boolean {
  return column.getSQLType() === 'text' && !String(column.mapToDriverValue(example)).includes(example);
}

const tables = Object.values({ ...applications, ...desk, ...law, ...mails, ...returns });

export const typedColumns = tables
  .filter((one) => is(one, SQLiteTable))
  .map((table) => [table, Object.values(getTableColumns(table)).filter(isTyped)] as const)
  .filter(([, columns]) => columns.length > 0);
