import { linkPeriod, linkSentTitle } from '#domain/access-links';
import { formatDay } from '#domain/dates';
import { typeset } from '#domain/format';
import {
  type Erasure,
  erasedSentence,
  erasedTitle,
  keptKinds,
  privacyRequested,
} from '#domain/privacy/own-data';
import { api } from '#domain/urls';
import { Button } from '../../ui/button';
import { FormId, TextField } from '../../ui/fields';
import { Alert } from '../../ui/notices';
import { controlOf, FormPage, formCard, PlainForm, PrivacyNote, type Refused, unrefused } from '../forms';

type Props = {
  sent?: boolean;
  refused?: Refused & { email: string };
  erased?: Erasure;
};

export function OwnDataRequestPage({ sent = false, refused, erased }: Props) {
  return (
    <FormPage
      title="Meine Daten"
      intro={
        <>
          <p className="mt-5 text-lg">
            Sehen Sie, was wir zu Ihrer E-Mail-Adresse gespeichert haben, laden Sie es herunter oder löschen
            Sie es.
          </p>
          <p className="mt-4 text-ink-soft">
            Damit niemand anderes Ihre Daten sieht, schicken wir Ihnen einen Link. Er gilt{' '}
            {linkPeriod('privacy')}.
          </p>
        </>
      }
    >
      <div className="space-y-6">
        {erased ? <Erased erasure={erased} /> : null}
        {sent ? <Alert title={linkSentTitle}>{privacyRequested}</Alert> : null}
        <RequestForm refused={refused} />
      </div>
    </FormPage>
  );
}

function RequestForm({ refused }: Pick<Props, 'refused'>) {
  return (
    <PlainForm action={api.privacyRequests} refused={refused} labelOf={() => 'E-Mail'} className={formCard}>
      <FormId />
      <TextField
        {...controlOf(refused ?? unrefused)('email')}
        label="E-Mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        aria-required
        hint="Die Adresse, die Sie uns in einem Antrag oder Formular genannt haben."
        defaultValue={refused?.email ?? ''}
      />
      <Button type="submit" className="w-full sm:w-auto">
        Link anfordern
      </Button>
      <PrivacyNote text="Wir antworten bei jeder Adresse gleich. So erfährt niemand, wer bei uns einen Antrag gestellt hat." />
    </PlainForm>
  );
}

function Erased({ erasure }: { erasure: Erasure }) {
  const { kept } = erasure;
  return (
    <Alert title={erasedTitle(erasure)}>
      <p className="mt-1">{erasedSentence(erasure)}</p>
      {kept.length > 0 ? (
        <ul className="mt-2 list-disc space-y-1 pl-5">
          {kept.map(({ kind, until, reason }, place) => (
            <li key={`${kind}-${place}`}>
              {keptKinds[kind].label}
              {until ? ` bis zum ${formatDay(until)}` : ''}: {typeset(reason)}
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}
