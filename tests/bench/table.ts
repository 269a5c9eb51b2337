import type { Row } from './row';

/** The rows as a Markdown table, followed by the notes and the number of budgets that hold. */
export function tableOf(rows: Row[]): string {
  const ofBoth = rows.some(({ beside }) => beside);
  const head = ['budget', 'measured', ...(ofBoth ? ['beside', 'ratio'] : []), 'target', 'holds'];
  const cells = rows.map(({ name, measured, beside = ['', ''], target, holds }) => [
    name,
    measured,
    ...(ofBoth ? beside : []),
    target,
    holds === null ? '' : holds ? 'yes' : '**no**',
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const notes = rows.flatMap(({ name, note }) => (note ? [`- ${name}: ${note}`] : []));
  const budgets = rows.filter(({ holds }) => holds !== null);
  const held = budgets.filter(({ holds }) => holds).length;
  return [
    [line(head), rule, ...cells.map(line)].join('\n'),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
    `${held} of ${budgets.length} budgets hold`,
  ].join('\n\n');
}
