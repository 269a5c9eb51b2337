import { tariffNames, tariffTypes } from '#domain/tariffs/catalogue';
import { fieldId } from '../../ui/fields';
import { priceOf } from '../prices';
import { CallField, half, open, Part, whole } from './CallField';
import { fieldAt, selectionOf } from './typed';
import type { CallForm } from './useCallForm';
import type { Price } from './usePrice';

const path = 'tariff.tariffType';

type Props = Pick<Price, 'prices' | 'birthDate'> & { form: CallForm };

export function TariffPart({ form, prices: { data: catalogue }, birthDate }: Props) {
  const chosen = form.typed[path] ?? '';
  const choices = [...tariffTypes, ''] as const;
  return (
    <Part title="Tarif">
      <fieldset className={whole}>
        <legend className="sr-only">{fieldAt(path).label}</legend>
        <div className="grid gap-2 sm:grid-cols-2 2xl:grid-cols-4">
          {choices.map((type) => {
            const price = type && catalogue && priceOf(catalogue, selectionOf(form.typed, type), birthDate);
            return (
              <label
                key={type}
                className="flex min-h-12 items-center gap-2.5 rounded-control border border-line-strong px-3.5 py-2 has-checked:border-green-800 has-checked:bg-green-50"
              >
                <input
                  type="radio"
                  id={type ? undefined : fieldId(path)}
                  name={path}
                  value={type}
                  checked={chosen === type}
                  onChange={() => form.enter(path, type)}
                  className="size-5 shrink-0 accent-green-800"
                />
                <span className="min-w-0">
                  <span className="block">{type ? tariffNames[type] : open}</span>
                  {price ? (
                    <span className="block text-sm text-ink-soft tabular-nums">
                      {`${price.amount} ${price.period}`}
                    </span>
                  ) : null}
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
      <CallField form={form} path="tariff.selfParticipation" className={half} />
      <CallField form={form} path="tariff.paymentFrequency" className={half} />
    </Part>
  );
}
