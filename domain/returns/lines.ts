/** What a line of the insurer's file would change, and what keeps it from that. */
import type { CaseChange, Decision } from '../cases/decide';
import { blockSentence, type CaseStatus } from '../cases/statuses';
import type { Line } from './interpret';

export const notApplied = {
  noMatch: 'Kein Antrag hat diese Referenz.',
  several: 'Mehrere Anträge beginnen mit diesen acht Zeichen. Bitte geben Sie die ganze Antrag-ID an.',
  open: 'Noch nicht eingereicht',
  already: 'Das steht schon so im Vorgang.',
  unmatched: 'Die Zeile ist keinem Antrag zugeordnet.',
  unknown: 'Diese Zeile gibt es in der Datei nicht oder nicht mehr.',
  stale: 'Dieser Vorgang wurde inzwischen geändert.',
  taken: 'Diese Versicherungsscheinnummer hat schon ein anderer Vorgang.',
} as const;

/** A case that is issued may still get its number, which is no step. */
export function changeBy({ to, policyNumber, reason }: Line, from: CaseStatus): CaseChange {
  return {
    ...(to !== null && to !== from && { status: to }),
    ...(policyNumber !== null && { policyNumber }),
    reason,
  };
}

/** Null: the change can be made. */
export function refusedBecause(decision: Decision): string | null {
  switch (decision.kind) {
    case 'stale':
      return notApplied.stale;
    case 'blocked':
      return blockSentence(decision.block, decision.from, decision.to);
    case 'invalid':
      return decision.error.message;
    case 'allowed':
      return decision.differences.length > 0 ? null : notApplied.already;
  }
}

type Matched = Pick<Line, 'line' | 'policyNumber'> & { applicationId: string | null };

/** Problems that lines have because of others in the same file, by line. */
export function clashesIn(lines: readonly Matched[]): Map<number, string> {
  const clashes = new Map<number, string>();
  const first = new Map<string, Matched>();
  for (const one of lines) {
    if (one.applicationId === null) continue;
    const before = first.get(one.applicationId);
    if (before) clashes.set(one.line, `Um diesen Antrag geht es schon in Zeile ${before.line}.`);
    else first.set(one.applicationId, one);
  }
  for (const [number, some] of Map.groupBy(first.values(), ({ policyNumber }) => policyNumber)) {
    if (number === null || some.length === 1) continue;
    for (const { line } of some) {
      const other = some.find((one) => one.line !== line)?.line;
      clashes.set(
        line,
        `Dieselbe Versicherungsscheinnummer steht in Zeile ${other}, bei einem anderen Antrag.`,
      );
    }
  }
  return clashes;
}
