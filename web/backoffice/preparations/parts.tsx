import { type ReactNode, useId, useState } from 'react';
import { berlinDay, yearsBefore } from '#domain/dates';
import { requirements, requirementsIntro } from '#domain/law/wordings';
import { ageText, earliestBirth, latestInsuranceStart, minimumAge, oldestHorse } from '#domain/steps/sets';
import { type Catalogue, tariffNames, tariffTypes } from '#domain/tariffs/catalogue';
import { CheckboxField, DescribedField, type FieldLimits, fieldId } from '../../ui/fields';
import { type Fields, RadioTile } from '../form/form';
import { ageNote, PricesMissing, priceOf, usePrices } from '../prices';
import { anotherPath, choiceIn, fieldAt, selectionOf, type Typed } from './typed';

type Form = Fields<Typed>;

const half = { className: 'sm:col-span-3' };
const whole = 'sm:col-span-6';

/** What a choice says that nobody has made yet; it can be made undone. */
const open = 'Noch offen';
const required = ['contact.firstName', 'contact.lastName', 'contact.email', 'contact.phone'];

type FieldsProps = { form: Form; group: string; shown: Record<string, FieldLimits> };

/** Each a third of the line, unless it says more. */
function CallFields({ form, group, shown }: FieldsProps) {
  return Object.entries(shown).map(([name, limits]) => {
    const path = `${group}.${name}`;
    const { placeholder, ...field } = fieldAt(path);
    const options = field.options && (placeholder ? { '': open, ...field.options } : field.options);
    return (
      <DescribedField
        key={path}
        className="sm:col-span-2"
        {...limits}
        field={{ ...field, options }}
        // the browser would offer its owner's data
        autoComplete="off"
        aria-required={required.includes(path)}
        {...form.control(path)}
      />
    );
  });
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line p-4 first:border-t-0 sm:p-6">
      <h2 id={id} className="mb-3 text-[min(1.25rem,8vw)] text-green-900">
        {title}
      </h2>
      <div className="grid gap-4 sm:grid-cols-6">{children}</div>
    </section>
  );
}

type Props = { form: Form; today: string };

const names = { salutation: {}, firstName: {}, lastName: {} };
const contact = { ...names, email: { hint: 'Hierhin geht die Einladung', ...half }, phone: half };

export function PersonPart({ form }: { form: Form }) {
  return (
    <Part title="Person">
      <CallFields form={form} group="contact" shown={contact} />
    </Part>
  );
}

export function HorsePart({ form, today, birthDate }: Props & { birthDate: string | null }) {
  const age = birthDate && { hint: `${ageText(birthDate, today)} alt` };
  const shown = {
    horseName: {},
    birthDate: { min: yearsBefore(today, oldestHorse), max: today, ...age },
    gender: {},
    chipNumber: half,
    insuranceStartDate: { min: today, max: latestInsuranceStart(today), ...half },
  };
  return (
    <Part title="Pferd">
      <CallFields form={form} group="horse" shown={shown} />
    </Part>
  );
}

const path = 'tariff.tariffType';

type TariffProps = Pick<Price, 'prices' | 'birthDate'> & { form: Form };

export function TariffPart({ form, prices: { data: catalogue }, birthDate }: TariffProps) {
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
              <RadioTile
                key={type}
                id={type ? undefined : fieldId(path)}
                name={path}
                value={type}
                checked={chosen === type}
                onChange={() => form.enter({ [path]: type })}
              >
                <span className="min-w-0">
                  <span className="block">{type ? tariffNames[type] : open}</span>
                  {price ? (
                    <span className="block text-sm text-ink-soft tabular-nums">
                      {`${price.amount} ${price.period}`}
                    </span>
                  ) : null}
                </span>
              </RadioTile>
            );
          })}
        </div>
      </fieldset>
      <CallFields form={form} group="tariff" shown={{ selfParticipation: half, paymentFrequency: half }} />
    </Part>
  );
}

export function PolicyholderPart({ form, today }: Props) {
  const another = form.typed[anotherPath] === 'ja';
  const shown = {
    ...names,
    birthDate: { min: earliestBirth, max: yearsBefore(today, minimumAge) },
    ...{ street: {}, houseNumber: {}, zipCode: {}, city: { className: 'sm:col-span-4' } },
    ...{ email: half, phone: half },
  };
  return (
    <Part title="Versicherungsnehmer">
      <div className={whole}>
        <CheckboxField
          name={anotherPath}
          label="Jemand anderes schließt den Vertrag ab"
          checked={another}
          onChange={({ target }) => form.enter({ [anotherPath]: target.checked ? 'ja' : '' })}
        />
      </div>
      {another ? <CallFields form={form} group="policyholder" shown={shown} /> : null}
    </Part>
  );
}

export function RequirementsPart() {
  return (
    <Part title="Zum Vorlesen">
      <div className={whole}>
        <p className="font-semibold">{requirementsIntro}</p>
        <ol className="mt-2 list-decimal space-y-1 pl-6 marker:text-ink-soft">
          {requirements.map((requirement) => (
            <li key={requirement}>{requirement}</li>
          ))}
        </ol>
        <p className="mt-3 text-sm text-ink-soft">
          Von den Antworten wird nichts gespeichert. Bestätigt wird alles erst im Antrag, von der Kundin oder
          dem Kunden selbst.
        </p>
      </div>
    </Part>
  );
}

/** The prices, and the birth date for which they are; null: it is not known. */
export function usePrice(typed: Typed) {
  const today = berlinDay(new Date());
  const birthDate = useLastPossible(typed['horse.birthDate'] ?? '', today);
  return { prices: usePrices(), birthDate, today };
}

type Price = ReturnType<typeof usePrice>;

/** A year that is typed digit by digit is impossible at first: until it is there, the price stays. */
function useLastPossible(entered: string, today: string): string | null {
  const [last, setLast] = useState('');
  const isPossible = entered === '' || (entered <= today && entered >= yearsBefore(today, oldestHorse));
  if (isPossible && last !== entered) setLast(entered);
  return (isPossible ? entered : last) || null;
}

type PricePanelProps = Pick<Price, 'prices' | 'birthDate'> & { typed: Typed };

/** Always in sight: beside the form on wide screens, else a bar at the foot of the window. */
export function PricePanel({ prices, typed, birthDate }: PricePanelProps) {
  return (
    <aside
      aria-label="Beitrag"
      data-floating
      className="z-20 rounded-card border border-green-200 bg-green-50 tall:sticky max-xl:bottom-2 max-xl:px-4 max-xl:py-2 max-xl:shadow-raised xl:top-6 xl:p-6 xl:shadow-card print:hidden"
    >
      <h2 className="mb-2 text-xl text-green-900 max-xl:sr-only">Beitrag</h2>
      {/* there from the start, or the first price would not be read out */}
      <div
        aria-live="polite"
        className="max-xl:flex max-xl:flex-wrap max-xl:items-baseline max-xl:gap-x-4 max-sm:gap-x-3"
      >
        {prices.data ? (
          <Amounts catalogue={prices.data} typed={typed} birthDate={birthDate} />
        ) : (
          <PricesMissing prices={prices} />
        )}
      </div>
    </aside>
  );
}

type AmountsProps = Omit<PricePanelProps, 'prices'> & { catalogue: Catalogue };

const noteClass = 'text-sm text-ink-soft max-sm:hidden xl:mt-2';

function Amounts({ catalogue, typed, birthDate }: AmountsProps) {
  const chosen = choiceIn(typed);
  const note = ageNote(catalogue, birthDate);
  if (!chosen) {
    return (
      <>
        {tariffTypes.map((type) => {
          const { amount, period } = priceOf(catalogue, selectionOf(typed, type), birthDate);
          return (
            <p key={type} className="flex justify-between gap-x-2 tabular-nums max-sm:gap-x-1 max-sm:text-sm">
              <span>{tariffNames[type].replace(/-.*/, '')}</span>
              <span className="font-semibold">
                <span>{amount}</span>
                <span className="sr-only">{` ${period}`}</span>
              </span>
            </p>
          );
        })}
        <p className={noteClass}>{note}</p>
      </>
    );
  }
  const { amount, period, besides } = priceOf(catalogue, chosen, birthDate);
  return (
    <>
      <p className="font-semibold">{tariffNames[chosen.tariffType]}</p>
      <p className="tabular-nums">
        <span className="font-serif text-2xl font-semibold lining-nums xl:text-3xl">{amount}</span>{' '}
        <span>{period}</span>
      </p>
      <p className="tabular-nums">{besides}</p>
      <p className={noteClass}>{note}</p>
    </>
  );
}
