import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { berlinDay } from '#domain/dates';
import { tariffTypes } from '#domain/tariffs/catalogue';
import { surchargeAge } from '#domain/tariffs/premium';
import type { TariffChange, TariffVersion } from '#domain/tariffs/staff';
import { precedingVersion } from '#domain/tariffs/versions';
import { api, href, pages } from '#domain/urls';
import { RequestFailed, request } from '../../api';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { Alert } from '../../ui/notices';
import { queryOf } from '../calls';
import { Stored, SubmitButton, useForm, useUnsavedQuestion } from '../form/form';
import { searchOf, uuid } from '../screen';
import { BenefitFields, checkTyped, PremiumFields, type Typed, typedOf } from './fields';

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
          Diese Texte stehen im Antrag und in der Vergleichstabelle. Die Fragen, Beispiele und Wartezeiten der
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

/** The id of the draft that is edited, or of the version that is shown; neither: the list. */
export const tariffsSearch = searchOf({ edit: uuid, preview: uuid });

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
