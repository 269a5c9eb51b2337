import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useMemo, useRef, useState } from 'react';
import { berlinDay } from '#domain/dates';
import type { FieldError as Failure } from '#domain/fields';
import { isUuid } from '#domain/ids';
import { type TariffType, tariffNames, tariffTypes } from '#domain/tariffs/catalogue';
import { surchargeAge } from '#domain/tariffs/premium';
import type { TariffChange, TariffVersion } from '#domain/tariffs/staff';
import { mostBenefits, precedingVersion } from '#domain/tariffs/versions';
import { api, href, pages } from '#domain/urls';
import { RequestFailed, request } from '../../api';
import { Button } from '../../ui/button';
import { FieldError, TextField } from '../../ui/fields';
import { Fold } from '../../ui/fold';
import { Alert } from '../../ui/notices';
import { queryOf } from '../calls';
import { Stored, SubmitButton, useForm, useUnsavedQuestion } from '../form/form';
import { searchOf } from '../screen';
import { PremiumFields } from './PremiumFields';
import { checkTyped, type Typed, type TypedBenefit, typedBenefit, typedOf } from './typed';

type Props = { version: TariffVersion; versions: readonly TariffVersion[] };
/** Without a version it becomes another draft, else it is saved over the one that was seen. */
type Sent = TariffChange & { version?: number };

/** The form of a draft. Whatever happens, the entry stays until it is saved or given up. */
export function Editor({ version: opened, versions }: Props) {
  const [seen, setSeen] = useState(opened);
  const form = useEditor(seen);
  const { typed } = form;
  const navigate = useNavigate();
  useUnsavedQuestion(form.isBegun, 'Möchten Sie Ihre Änderungen verwerfen?');
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="max-w-5xl space-y-8">
      <Changed form={form} onLoad={setSeen} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Gültig ab"
          type="date"
          min={berlinDay(new Date())}
          hint={'Ab 0:00\u00a0Uhr dieses Tages, nach der Freigabe.'}
          {...form.control('validFrom')}
        />
        <TextField
          label="Alterszuschlag in Prozent"
          inputMode="numeric"
          autoComplete="off"
          hint={`Auf den Monatsbeitrag, für Pferde ab ${surchargeAge} Jahren.`}
          {...form.control('ageSurchargePercent')}
        />
      </div>
      <PremiumFields
        before={precedingVersion(versions, { ...seen, validFrom: typed.validFrom })}
        premiums={typed.premiums}
        errorAt={form.errorAt}
        onChange={(premiums) => form.enter({ premiums })}
      />
      <section aria-labelledby="leistungen" className="space-y-4">
        <h2 id="leistungen" className="text-xl text-green-900">
          Leistungen
        </h2>
        <Alert>
          Diese Texte zeigen Antrag und Vergleichstabelle. Die Fragen, Beispiele und Wartezeiten der
          Startseite und die Unterlagen nennen Leistungen mit eigenen Worten: Bitte prüfen Sie, ob sie noch
          stimmen.
        </Alert>
        {tariffTypes.map((type, row) => (
          <BenefitFields
            key={type}
            type={type}
            path={`benefits.${row}`}
            benefits={typed.benefits[row] ?? []}
            errors={form.refused}
            onChange={(benefits) => form.enter({ benefits: typed.benefits.with(row, benefits) })}
          />
        ))}
      </section>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-5">
        <Button look="secondary" onClick={() => void navigate({ to: pages.backofficeTariffs })}>
          Abbrechen
        </Button>
        <SubmitButton busy={form.busy} />
      </div>
    </form>
  );
}

function useEditor(seen: TariffVersion) {
  const store = useStored();
  const navigate = useNavigate();
  const [lost, setLost] = useState<string | null>(null);
  // the rows of the benefits have keys, which stay as long as the version
  const initial = useMemo(() => typedOf(seen), [seen]);
  const form = useForm<Typed, Sent, TariffVersion>({
    initial,
    check: (typed) => {
      const checked = checkTyped(typed);
      return checked.ok ? { ok: true, value: { version: seen.version, ...checked.value } } : checked;
    },
    call: async ({ version, ...change }) => {
      const saved = await (version === undefined
        ? request<TariffVersion>('POST', api.tariffVersions, change)
        : request<TariffVersion>('PUT', href(api.tariffVersion, { id: seen.id }), { version, ...change }));
      store(saved);
      const search = { preview: saved.id } as never;
      await navigate({ to: pages.backofficeTariffs, search, ignoreBlocker: true });
      return saved;
    },
    success: 'Der Entwurf wurde gespeichert.',
    // what is shown above the form needs no toast
    failure: (error) => (isLost(error) ? null : 'Der Entwurf konnte nicht gespeichert werden.'),
    after: (error) => setLost(isLost(error) ? error.sentence : null),
  });
  return { ...form, lost, clear: () => setLost(null) };
}

const isLost = (error: Error | null): error is RequestFailed =>
  error instanceof RequestFailed && [404, 409].includes(error.status);

type ChangedProps = { form: ReturnType<typeof useEditor>; onLoad: (current: TariffVersion) => void };

function Changed({ form, onLoad }: ChangedProps) {
  const { conflict, lost: sentence, clear, checked, send, end } = form;
  if (sentence === null) return null;
  const current = conflict?.current as TariffVersion | undefined;
  const again = (version?: number) => () => {
    const sent = checked();
    if (sent) send({ ...sent, version });
  };
  const load = (now: TariffVersion) => () => {
    end();
    clear();
    onLoad(now);
  };
  return current?.state === 'draft' ? (
    <Stored
      sentence={sentence}
      ways={{ 'Trotzdem speichern': again(current.version), 'Stand laden': load(current) }}
    >
      <p className="mt-1">
        Ihre Eingaben stehen noch hier. Speichern Sie sie trotzdem, gehen die anderen Änderungen verloren.
      </p>
    </Stored>
  ) : (
    <Stored sentence={sentence} ways={{ 'Als neuen Entwurf speichern': again() }}>
      <p className="mt-1">Ihre Eingaben stehen noch hier. Sie können sie als neuen Entwurf speichern.</p>
    </Stored>
  );
}

type BenefitsProps = {
  type: TariffType;
  path: string;
  benefits: readonly TypedBenefit[];
  errors: readonly Failure[];
  onChange: (benefits: TypedBenefit[]) => void;
};

/** The benefits of one tariff, folded unless one of them is wrong. */
function BenefitFields({ type, path, benefits, errors, onChange }: BenefitsProps) {
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
  return benefits.toSpliced(at - 1, 2, ...benefits.slice(at - 1, at + 1).toReversed());
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

const uuid = (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : undefined);

/** The id of the draft that is edited, or of the version that is shown; neither: the list. */
export const tariffsSearch = searchOf({ edit: uuid, preview: uuid });

/** Returns a function that puts a version into the cached list, so that it can be shown at once. */
export function useStored() {
  const client = useQueryClient();
  const { queryKey } = queryOf<TariffVersion[]>(api.tariffVersions);
  return (version: TariffVersion): TariffVersion => {
    client.setQueryData<TariffVersion[]>(queryKey, (known = []) =>
      [version, ...known.filter(({ id }) => id !== version.id)].toSorted(
        (one, other) => other.number - one.number,
      ),
    );
    return version;
  };
}
