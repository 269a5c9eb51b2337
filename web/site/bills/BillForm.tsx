import { use } from 'react';
import {
  type BillEntries,
  type BillField,
  billFields,
  emergencyLabels,
  mostDays,
  rates,
} from '#domain/bills/form';
import { rateText } from '#domain/bills/sentences';
import type { FieldError } from '#domain/fields';
import { tariffFields } from '#domain/steps/tariff';
import { pages } from '#domain/urls';
import { SourceContext } from '../../source';
import { Button } from '../../ui/button';
import { optionsOf, SelectField, TextField } from '../../ui/fields';
import { controlOf, formCard, PlainForm } from '../forms';

type Props = { entries: BillEntries; errors: readonly FieldError[] };

export const sharesId = 'ergebnis';

const rateOptions = rates.map((rate) => ({ value: String(rate), label: rateText(rate) }));

export function BillForm({ entries, errors }: Props) {
  const source = use(SourceContext);
  const refused = { errors, notice: null };
  const fieldProps = (name: BillField) => ({
    ...controlOf(refused)(name),
    ...billFields[name],
    defaultValue: entries[name],
  });
  return (
    <PlainForm
      method="get"
      action={`${pages.whatIsLeft}#${sharesId}`}
      refused={refused}
      labelOf={labelOf}
      className={`self-start ${formCard}`}
    >
      {source ? <input type="hidden" name="source" value={source} /> : null}
      <TextField {...fieldProps('bill')} inputMode="numeric" maxLength={20} aria-required />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...fieldProps('rate')} options={rateOptions} />
        <SelectField {...fieldProps('emergency')} options={optionsOf(emergencyLabels)} />
        <TextField {...fieldProps('days')} inputMode="numeric" maxLength={String(mostDays).length} />
        <SelectField
          {...fieldProps('deductible')}
          options={optionsOf(tariffFields.selfParticipation.options)}
        />
      </div>
      <Button type="submit" className="w-full sm:w-auto">
        Jetzt rechnen
      </Button>
    </PlainForm>
  );
}

function labelOf(path: string): string {
  return Object.entries(billFields).find(([name]) => name === path)?.[1].label ?? path;
}
