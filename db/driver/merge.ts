/** A server parses each statement anew, which takes longer than the write: fifty saves of a kind are two statements. */
import type { ResultSet } from '@libsql/client';
import type { Statement } from './queries';

type Known = { about: string | undefined; statements: Statement[] };

type Merged = {
  statements: Statement[];
  /** The results of each write, in the order of the writes, from those of `statements`. */
  split(results: ResultSet[]): ResultSet[][];
};

type Place = { statement: number; key?: string };

/** Those with the same text that insert a row. Writes about the same thing keep their order; others any. */
export function merge(writes: Known[]): Merged {
  const statements: Statement[] = [];
  const places: Place[][] = writes.map(() => []);
  for (const round of roundsOf(writes)) {
    for (let step = 0; round.some((write) => step < (writes[write]?.statements.length ?? 0)); step += 1) {
      const alike = new Map<string, number>();
      for (const write of round) {
        const one = writes[write]?.statements[step];
        if (!one) continue;
        const known = one.row && alike.get(one.sql);
        const at = known ?? statements.push({ ...one, args: [] }) - 1;
        if (one.row) alike.set(one.sql, at);
        statements[at]?.args.push(...one.args);
        places[write]?.push({ statement: at, key: one.row?.key });
      }
    }
  }
  return { statements: statements.map(withAllRows), split: (results) => splitAt(places, results) };
}

/** The writes of the first round are about different things; those about the same things again follow in the next. */
function roundsOf(writes: Known[]): number[][] {
  const rounds: number[][] = [];
  const seen = new Map<string | undefined, number>();
  for (const [write, { about }] of writes.entries()) {
    const round = seen.get(about) ?? 0;
    seen.set(about, round + 1);
    rounds[round] ??= [];
    rounds[round].push(write);
  }
  return rounds;
}

function withAllRows({ sql, args, row }: Statement): Statement {
  if (!row) return { sql, args };
  const [from, to] = row.span;
  const values = sql.slice(from, to);
  const rows = Array<string>(args.length / row.width).fill(values);
  return { sql: sql.slice(0, from) + rows.join(', ') + sql.slice(to), args };
}

function splitAt(places: Place[][], results: ResultSet[]): ResultSet[][] {
  const rowsByKey = results.map(({ rows }) => Map.groupBy(rows, (row) => row[0]));
  return places.map((own) =>
    own.map(({ statement, key }) => {
      const result = results[statement] as ResultSet;
      return key === undefined ? result : { ...result, rows: rowsByKey[statement]?.get(key) ?? [] };
    }),
  );
}
