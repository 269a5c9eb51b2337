import { formatDay } from '#domain/dates';
import type { FieldError } from '#domain/fields';
import { type Kept, keptKinds, privacyLinkMinutes, privacyRequested } from '#domain/law/privacy';
import { api, publicPages as pages } from '#domain/urls';
import { Medallion } from '../../illustrations/Medallion';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { formCard, PlainForm } from '../PlainForm';
import { SiteShell } from '../SiteShell';

type RefusedRequest = { email: string; errors: FieldError[]; notice: string | null };

type Props = {
  /** A link was asked for. */
  sent?: boolean;
  refused?: RefusedRequest;
  /** What was erased just now, and what is kept. */
  erased?: { count: number; kept: readonly Omit<Kept, 'reason'>[] };
};

/** Asks for the link to what is stored about an address: a plain HTML form that needs no script. */
export function OwnDataRequestPage({ sent = false, refused, erased }: Props) {
  return (
    <SiteShell>
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-8 px-4 py-10 sm:px-6 sm:py-16 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-14">
        <div>
          <h1 className="text-4xl text-green-900 sm:text-5xl">Meine Daten</h1>
          <p className="mt-5 text-lg text-pretty">
            Sehen Sie, was wir zu Ihrer E-Mail-Adresse gespeichert haben, laden Sie es herunter oder löschen
            Sie es.
          </p>
          <p className="mt-4 text-pretty text-ink-soft">
            Damit niemand anderes Ihre Daten sieht, schicken wir Ihnen einen Link. Er gilt{' '}
            {privacyLinkMinutes} Minuten.
          </p>
          <Medallion className="mt-8 hidden size-40 lg:block" />
        </div>
        <div className="space-y-6">
          {erased ? <Erased {...erased} /> : null}
          {sent ? <Alert title="Ihr Link ist unterwegs">{privacyRequested}</Alert> : null}
          <RequestForm refused={refused} />
        </div>
      </div>
    </SiteShell>
  );
}

function RequestForm({ refused }: Pick<Props, 'refused'>) {
  const { email = '', errors = [], notice = null } = refused ?? {};
  return (
    <PlainForm
      action={api.privacyRequests}
      errors={errors}
      notice={notice}
      labelOf={() => 'E-Mail'}
      className={formCard}
    >
      <TextField
        name="email"
        label="E-Mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Die Adresse, die Sie uns in einem Antrag oder Formular genannt haben."
        defaultValue={email}
        error={errors[0]?.message}
        autoFocus={errors.length > 0}
      />
      <Button type="submit" className="w-full sm:w-auto">
        Link anfordern
      </Button>
      <p className="text-sm text-ink-soft">
        Wir antworten bei jeder Adresse gleich. So erfährt niemand, wer bei uns einen Antrag gestellt hat.
        Mehr dazu steht in der{' '}
        <a href={pages.privacy} className="text-green-800 underline underline-offset-4">
          Datenschutzerklärung
        </a>
        .
      </p>
    </PlainForm>
  );
}

function Erased({ count, kept }: NonNullable<Props['erased']>) {
  return (
    <Alert title={titleOf(count, kept.length > 0)}>
      <p className="mt-1">{erasedSentence(count, kept.length > 0)}</p>
      {kept.length > 0 ? (
        <ul className="mt-2 list-disc space-y-1 pl-5">
          {kept.map(({ kind, until }, place) => (
            <li key={`${kind}-${place}`}>
              {keptKinds[kind].label}
              {until ? ` bis zum ${formatDay(until)}` : ''}: {keptKinds[kind].reason}
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}

function titleOf(count: number, isMoreKept: boolean): string {
  if (count > 0) return 'Ihre Daten sind gelöscht';
  return isMoreKept ? 'Ihr Wunsch ist vermerkt' : 'Es war nichts zu löschen';
}

function erasedSentence(count: number, isMoreKept: boolean): string {
  const still = isMoreKept ? ' Das bewahren wir noch auf:' : '';
  if (count === 0)
    return isMoreKept
      ? 'Das müssen wir noch aufbewahren:'
      : 'Unter dieser Adresse war kein angefangener Antrag und keine Rückrufbitte gespeichert.';
  return `${count === 1 ? 'Ein Eintrag ist' : `${count} Einträge sind`} endgültig gelöscht.${still}`;
}
