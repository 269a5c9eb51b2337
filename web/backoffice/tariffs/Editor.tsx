import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { berlinDay } from '#domain/dates';
import type { FieldError } from '#domain/fields';
import { tariffTypes } from '#domain/tariffs/catalogue';
import { surchargeAge } from '#domain/tariffs/premium';
import type { TariffChange, TariffVersion } from '#domain/tariffs/staff';
import { precedingVersion } from '#domain/tariffs/versions';
import { api, href, pages } from '#domain/urls';
import { RequestFailed, request } from '../../api';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { Alert } from '../../ui/notices';
import { sentenceOf, useAction } from '../calls';
import { SubmitButton, useFirstError } from '../form/checked-form';
import { useUnsavedQuestion } from '../form/unsent';
import { BenefitFields } from './BenefitFields';
import { DraftConflict } from './DraftConflict';
import { PremiumFields } from './PremiumFields';
import { useStored } from './state';
import { checkTyped, type Typed, typedOf } from './typed';

type Props = { version: TariffVersion; versions: readonly TariffVersion[] };
/** How the entry is saved: over the version that was seen, or as another draft. */
type Save = { version: number } | 'anew';

/** The form of a draft. Whatever happens, the entry stays until it is saved or given up. */
export function Editor({ version: opened, versions }: Props) {
  const [seen, setSeen] = useState(opened);
  const [typed, setTyped] = useState(() => typedOf(opened));
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { save, busy } = useSaving(seen, setErrors, setRefusal);
  const navigate = useNavigate();
  const form = useFirstError(errors);
  const dirty = JSON.stringify(typedOf(seen)) !== JSON.stringify(typed);
  const enter = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const errorAt = (path: string) => errors.find((error) => error.path === path)?.message;
  const submit = (how: Save) => {
    const checked = checkTyped(typed);
    setErrors(checked.ok ? [] : checked.errors);
    if (checked.ok) save({ how, change: checked.value });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit({ version: seen.version });
  };
  useUnsavedQuestion(dirty, 'Möchten Sie Ihre Änderungen verwerfen?');
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="max-w-5xl space-y-8">
      {refusal ? (
        <DraftConflict
          {...refusal}
          onOverwrite={(current) => submit({ version: current.version })}
          onLoad={(current) => {
            setSeen(current);
            setTyped(typedOf(current));
            setErrors([]);
            setRefusal(null);
          }}
          onSaveAnew={() => submit('anew')}
        />
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Gültig ab"
          name="validFrom"
          type="date"
          min={berlinDay(new Date())}
          value={typed.validFrom}
          onChange={({ target }) => enter({ validFrom: target.value })}
          hint={'Ab 0:00\u00a0Uhr dieses Tages, nach der Freigabe.'}
          error={errorAt('validFrom')}
        />
        <TextField
          label="Alterszuschlag in Prozent"
          name="ageSurchargePercent"
          inputMode="numeric"
          autoComplete="off"
          value={typed.ageSurchargePercent}
          onChange={({ target }) => enter({ ageSurchargePercent: target.value })}
          hint={`Auf den Monatsbeitrag, für Pferde ab ${surchargeAge} Jahren.`}
          error={errorAt('ageSurchargePercent')}
        />
      </div>
      <PremiumFields
        before={precedingVersion(versions, { ...seen, validFrom: typed.validFrom })}
        premiums={typed.premiums}
        errorAt={errorAt}
        onChange={(premiums) => enter({ premiums })}
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
            errors={errors}
            onChange={(benefits) => enter({ benefits: typed.benefits.with(row, benefits) })}
          />
        ))}
      </section>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-5">
        <Button look="secondary" onClick={() => void navigate({ to: pages.backofficeTariffs })}>
          Abbrechen
        </Button>
        <SubmitButton busy={busy} />
      </div>
    </form>
  );
}

type Refusal = { message: string; current: TariffVersion | null };

/** Saves and shows what has changed. A conflict is shown above the form, wrong fields at the fields. */
function useSaving(
  seen: TariffVersion,
  setErrors: (errors: readonly FieldError[]) => void,
  setRefusal: (refusal: Refusal | null) => void,
) {
  const store = useStored();
  const navigate = useNavigate();
  const { run, busy } = useAction<TariffVersion, { how: Save; change: TariffChange }>({
    call: async ({ how, change }) => {
      const saved =
        how === 'anew'
          ? await request<TariffVersion>('POST', api.tariffVersions, change)
          : await request<TariffVersion>('PUT', href(api.tariffVersion, { id: seen.id }), {
              ...how,
              ...change,
            });
      store(saved);
      await navigate({
        to: pages.backofficeTariffs,
        search: { preview: saved.id } as never,
        ignoreBlocker: true,
      });
      return saved;
    },
    success: 'Der Entwurf wurde gespeichert.',
    // what is shown above the form needs no toast
    failure: (error) =>
      refusalIn(error)
        ? null
        : { title: 'Fehler', description: sentenceOf(error, 'Der Entwurf konnte nicht gespeichert werden.') },
    after: (error) => {
      setRefusal(error ? refusalIn(error) : null);
      if (error instanceof RequestFailed && error.status === 422) setErrors(error.fieldErrors);
    },
  });
  return { save: run, busy };
}

/** A conflict, or that the draft is gone; null for other failures. */
function refusalIn(error: Error): Refusal | null {
  if (!(error instanceof RequestFailed) || ![404, 409].includes(error.status)) return null;
  // the server sends the version with each conflict
  const current = (error.read('current') as TariffVersion | undefined) ?? null;
  return { message: sentenceOf(error, 'Der Entwurf wurde geändert.'), current };
}
