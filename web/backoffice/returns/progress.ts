/** How far the user has come with a file: it is still there after a look at an application. */
import type { MatchedReturn, ReturnMapping, ReturnResult } from '#domain/returns/returns';
import { useDraft } from '../form/unsent';
import { rowIdOf } from './filters';

type Progress = {
  mapping: ReturnMapping;
  /** Missing while the columns are chosen. */
  matched?: MatchedReturn;
  /** Ids of the ticked rows (`rowIdOf`). */
  ticked: ReadonlySet<string>;
  notify: boolean;
  result?: ReturnResult;
};

export function useProgress(id: string) {
  const { found, keep } = useDraft<Progress>(`return ${id}`);
  return {
    progress: found,
    match: (mapping: ReturnMapping, matched: MatchedReturn) =>
      keep({ mapping, matched, ticked: new Set(applicableIn(matched).map(rowIdOf)), notify: false }),
    change: (part: Partial<Progress>) => {
      if (found) keep({ ...found, ...part });
    },
  };
}

function applicableIn({ rows }: MatchedReturn) {
  return rows.filter(({ problem }) => problem === null);
}
