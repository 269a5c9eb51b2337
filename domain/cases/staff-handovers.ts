import { Object as ObjectType, type Static } from 'typebox';
import { choice, day, rule } from '../fields';
import { clientId } from '../ids';
import { type HandoverFormat, handoverFormats, largestHandover } from './handover';
import type { Skipped } from './staff';
import { applicationIds } from './staff';

/** Response to a new hand-over. `count`: how many applications the file has; `sha256` of the file in hex. */
export type NewHandoverResponse = { id: string; count: number; sha256: string; skipped: Skipped[] };

export type Handover = NewHandoverResponse & {
  at: string;
  username: string;
  format: HandoverFormat;
  confirmedOn: string | null;
};

export type HandoverPage = { handovers: Handover[]; total: number; totalPages: number };

/** Response to a confirmation. `transmitted`: how many cases got the status by it. */
export type HandoverConfirmed = { transmitted: number; skipped: Skipped[] };

const some = rule(applicationIds, (ids) => ids.length > 0, 'Bitte wählen Sie mindestens einen Antrag');

/** Body of a new hand-over. The client makes the id, so that a repeated call makes no second one. */
export const newHandover = ObjectType({
  id: clientId,
  applicationIds: rule(
    some,
    (ids) => ids.length <= largestHandover,
    `Bitte wählen Sie höchstens ${largestHandover} Anträge`,
  ),
  format: choice([...handoverFormats], 'Dieses Format gibt es nicht'),
});
export type NewHandover = Static<typeof newHandover>;

/** Body of `confirm` on a given day in Germany. Staff may confirm later what was transmitted on an earlier day. */
export function handoverConfirmation(today: string) {
  return ObjectType({
    transmittedOn: rule(
      day('Bitte geben Sie den Tag der Übermittlung an'),
      (value) => value <= today,
      'Der Tag der Übermittlung darf nicht in der Zukunft liegen',
    ),
  });
}
