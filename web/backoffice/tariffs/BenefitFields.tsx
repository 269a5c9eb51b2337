import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef } from 'react';
import type { FieldError as Failure } from '#domain/fields';
import { type TariffType, tariffNames } from '#domain/tariffs/catalogue';
import { mostBenefits } from '#domain/tariffs/versions';
import { Button } from '../../ui/button';
import { FieldError, TextField } from '../../ui/fields';
import { Fold } from '../../ui/fold';
import { type TypedBenefit, typedBenefit } from './typed';

type Props = {
  type: TariffType;
  /** Begins the paths of its errors. */
  path: string;
  benefits: readonly TypedBenefit[];
  errors: readonly Failure[];
  onChange: (benefits: TypedBenefit[]) => void;
};

/** The benefits of one tariff, folded unless one of them is wrong. */
export function BenefitFields({ type, path, benefits, errors, onChange }: Props) {
  const own = errors.filter((error) => error.path === path || error.path.startsWith(`${path}.`));
  const errorAt = (field: string) => own.find((error) => error.path === field)?.message;
  const change = (at: number, part: Partial<TypedBenefit>) =>
    onChange(benefits.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const { list, focusNext } = useNextFocus(benefits.length);
  const add = () => {
    focusNext(benefits.length + 1);
    onChange([...benefits, typedBenefit()]);
  };
  const remove = (at: number) => {
    // the one that takes its place, or the last one
    focusNext(Math.min(at + 1, benefits.length - 1));
    onChange(benefits.toSpliced(at, 1));
  };
  return (
    <Fold
      // the number of wrong fields opens it anew; a fold by hand stays
      key={own.length}
      open={own.length > 0 ? true : undefined}
      title={`${tariffNames[type]}: ${benefits.length} ${benefits.length === 1 ? 'Leistung' : 'Leistungen'}`}
    >
      <div className="border-t border-line px-4 pt-4 pb-5 sm:px-6">
        <ol ref={list} aria-label={tariffNames[type]} className="space-y-5">
          {benefits.map(({ key, name, beschreibung }, at) => (
            <li
              key={key}
              className="grid items-start gap-x-4 gap-y-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
            >
              <TextField
                label={`Leistung ${at + 1}`}
                name={`${path}.${at}.name`}
                autoComplete="off"
                value={name}
                onChange={({ target }) => change(at, { name: target.value })}
                error={errorAt(`${path}.${at}.name`)}
              />
              <TextField
                label="Beschreibung"
                // the label is the same in every row
                aria-label={`Beschreibung der Leistung ${at + 1}`}
                name={`${path}.${at}.beschreibung`}
                autoComplete="off"
                value={beschreibung}
                onChange={({ target }) => change(at, { beschreibung: target.value })}
                error={errorAt(`${path}.${at}.beschreibung`)}
              />
              <RowButtons
                number={at + 1}
                onUp={at === 0 ? null : () => onChange(movedUp(benefits, at))}
                onRemove={() => remove(at)}
              />
            </li>
          ))}
        </ol>
        <FieldError id={`${path}-fehler`} message={errorAt(path)} />
        {benefits.length < mostBenefits ? (
          <Button look="secondary" size="small" className="mt-4" onClick={add}>
            Leistung hinzufügen
          </Button>
        ) : null}
      </div>
    </Fold>
  );
}

/** Gives the focus to the name of a benefit, counted from 1, once the number of benefits has changed. */
function useNextFocus(count: number) {
  const list = useRef<HTMLOListElement>(null);
  const next = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a benefit came or went
  useEffect(() => {
    if (next.current === null) return;
    list.current?.querySelector<HTMLElement>(`li:nth-child(${next.current}) input`)?.focus();
    next.current = null;
  }, [count]);
  const focusNext = (position: number) => {
    next.current = position;
  };
  return { list, focusNext };
}

function movedUp(benefits: readonly TypedBenefit[], at: number): TypedBenefit[] {
  const moved = benefits.slice(at, at + 1);
  return benefits.toSpliced(at, 1).toSpliced(at - 1, 0, ...moved);
}

type ButtonsProps = { number: number; onUp: (() => void) | null; onRemove: () => void };

function RowButtons({ number, onUp, onRemove }: ButtonsProps) {
  return (
    <div className="flex gap-2 md:mt-8">
      <Button
        look="secondary"
        size="small"
        aria-label={`Leistung ${number} nach oben`}
        aria-disabled={onUp === null}
        className={`min-h-12 ${onUp === null ? 'opacity-40' : ''}`}
        onClick={() => onUp?.()}
      >
        <ArrowUp aria-hidden="true" className="size-4" />
      </Button>
      <Button
        look="danger"
        size="small"
        aria-label={`Leistung ${number} entfernen`}
        className="min-h-12"
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </div>
  );
}
