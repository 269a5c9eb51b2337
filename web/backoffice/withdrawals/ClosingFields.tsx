import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import { optionsOf, SelectField, TextField } from '../../ui/fields';

export type TypedClosing = { outcome: string; note: string };
export const noClosing: TypedClosing = { outcome: '', note: '' };
/** What the act is called, also on its buttons. */
export const closing = { label: 'Abschließen', busyLabel: 'Wird abgeschlossen...' };

const outcomes = optionsOf(withdrawalOutcomes);

type Props = { register: UseFormRegister<TypedClosing>; errors: FieldErrors<TypedClosing> };

export function ClosingFields({ register, errors }: Props) {
  return (
    <>
      <SelectField
        label="Ergebnis"
        placeholder="Bitte wählen"
        defaultValue=""
        options={outcomes}
        error={errors.outcome?.message}
        {...register('outcome')}
      />
      <TextField
        label="Notiz (optional)"
        autoComplete="off"
        error={errors.note?.message}
        {...register('note')}
      />
    </>
  );
}
