import { linkPeriod, linkSentTitle } from '#domain/access-links';
import { formatDay } from '#domain/dates';
import type { Fact } from '#domain/facts';
import { typeset } from '#domain/format';
import {
  type Erasure,
  erasedSentence,
  erasedTitle,
  keptKinds,
  privacyRequested,
} from '#domain/privacy/own-data';
import { api, href } from '#domain/urls';
import { Button } from '../../ui/button';
import { FormId, TextField } from '../../ui/fields';
import { Alert } from '../../ui/notices';
import { controlOf, FormPage, PlainForm, PrivacyNote, type Refused, Submit } from '../forms';
import { FactList, MedallionHead, SiteShell } from '../SiteShell';

export type ShownData = {
  address: string;
  isEmpty: boolean;
  hasCompleted: boolean;
  sections: { title: string; facts: readonly Fact[] }[];
};

type Props = { token: string; data: ShownData; refused?: Refused & { birthDate: string } };

export function OwnDataPage({ token, data, refused }: Props) {
  return (
    <SiteShell className="mx-auto max-w-4xl px-4 py-10 sm:px-6 sm:py-16">
      <MedallionHead title="Meine Daten">
        <span className="wrap-anywhere">{data.address}</span>
      </MedallionHead>
      {data.isEmpty ? (
        <p className="mt-6 text-lg">
          Unter dieser Adresse sind kein Antrag, kein Angebot, keine Rückrufanfrage und kein Widerruf
          gespeichert.
        </p>
      ) : null}
      <div className="mt-8 space-y-6">
        {data.sections.map(({ title, facts }, place) => (
          <section
            key={`${place} ${title}`}
            className="rounded-card border border-line bg-white p-5 shadow-card sm:p-8"
          >
            <h2 className="text-2xl text-green-900 wrap-anywhere">{title}</h2>
            <FactList className="mt-4" facts={facts.filter(({ value }) => value)} />
          </section>
        ))}
      </div>
      <Actions token={token} data={data} refused={refused} />
    </SiteShell>
  );
}

function Actions({ token, data, refused }: Props) {
  return (
    <div className="mt-10 grid gap-6 lg:grid-cols-2">
      <section className="rounded-card border border-line bg-white p-5 shadow-card sm:p-8">
        <h2 className="text-2xl text-green-900">Mitnehmen</h2>
        <p className="mt-3 text-ink-soft">
          Alles zusammen in einer Datei, die andere Programme lesen können. Bankdaten stehen darin verkürzt.
        </p>
        <form method="post" action={href(api.exportOwnData, { token })} className="mt-5">
          <Button type="submit" look="secondary">
            Als JSON herunterladen
          </Button>
        </form>
      </section>
      <section className="rounded-card border border-saddle-300 bg-white p-5 shadow-card sm:p-8">
        <h2 className="text-2xl text-green-900">Alles löschen</h2>
        <p className="mt-3 text-ink-soft">
          Angefangene Anträge, Angebote, Rückrufanfragen und E-Mails löschen wir sofort und endgültig.
          Abgeschlossene Anträge müssen wir noch aufbewahren: Wir sperren sie und löschen sie, sobald die
          Frist endet. Steht in einem angefangenen Antrag eine zweite Person mit eigener E-Mail-Adresse,
          löschen wir daraus nur Ihre Angaben und sagen ihr Bescheid.
        </p>
        <PlainForm action={href(api.eraseOwnData, { token })} refused={refused} className="mt-5">
          <FormId />
          {data.hasCompleted ? (
            <TextField
              {...controlOf(refused)('birthDate')}
              label="Geburtsdatum des Versicherungsnehmers"
              type="date"
              aria-required
              hint="Damit niemand anderes Ihren Antrag sperrt."
              defaultValue={refused?.birthDate ?? ''}
            />
          ) : null}
          <Submit look="danger">Löschen</Submit>
        </PlainForm>
      </section>
    </div>
  );
}

type RequestProps = { sent?: boolean; refused?: Refused & { email: string }; erased?: Erasure };

export function OwnDataRequestPage({ sent = false, refused, erased }: RequestProps) {
  return (
    <FormPage
      title="Meine Daten"
      lead="Sehen Sie, was wir zu Ihrer E-Mail-Adresse gespeichert haben, laden Sie es herunter oder löschen Sie es."
      note={`Damit niemand anderes Ihre Daten sieht, schicken wir Ihnen einen Link. Er gilt ${linkPeriod('privacy')}.`}
    >
      <div className="space-y-6">
        {erased ? <Erased erasure={erased} /> : null}
        {sent ? <Alert title={linkSentTitle}>{privacyRequested}</Alert> : null}
        <RequestForm refused={refused} />
      </div>
    </FormPage>
  );
}

const fields = { email: { label: 'E-Mail' } };

function RequestForm({ refused }: Pick<RequestProps, 'refused'>) {
  return (
    <PlainForm action={api.privacyRequests} refused={refused} fields={fields}>
      <FormId />
      <TextField
        {...controlOf(refused)('email')}
        label={fields.email.label}
        type="email"
        inputMode="email"
        autoComplete="email"
        aria-required
        hint="Die Adresse, die Sie uns in einem Antrag oder Formular genannt haben."
        defaultValue={refused?.email ?? ''}
      />
      <Submit>Link anfordern</Submit>
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
