import { formatDay } from '#domain/dates';
import type { FieldError } from '#domain/fields';
import { formatInstant, typeset } from '#domain/format';
import type { OwnApplication, OwnData } from '#domain/law/privacy';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import { mailKinds } from '#domain/mails/kinds';
import { salutationLabels } from '#domain/people';
import { deductibleLabel, tariffNames } from '#domain/tariffs/catalogue';
import { api, href } from '#domain/urls';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { FormId } from '../../ui/form-id';
import { FactList } from '../FactList';
import { MedallionHead } from '../MedallionHead';
import { PlainForm } from '../PlainForm';
import { SiteShell } from '../SiteShell';

export type RefusedErasure = { birthDate: string; errors: FieldError[]; notice: string | null };

type Props = { token: string; data: OwnData; refused?: RefusedErasure };

/** Everything that is stored about the address of the link, for its person. Opening it changes nothing. */
export function OwnDataPage({ token, data, refused }: Props) {
  const { address, applications, callbackRequests, withdrawals, mails } = data;
  const isEmpty = applications.length + callbackRequests.length + withdrawals.length === 0;
  return (
    <SiteShell>
      <div className="mx-auto max-w-4xl px-4 py-10 sm:px-6 sm:py-16">
        <MedallionHead title="Meine Daten">
          <span className="wrap-anywhere">{address}</span>
        </MedallionHead>
        {isEmpty ? (
          <p className="mt-6 text-lg text-pretty">
            Unter dieser Adresse sind kein Antrag, keine Rückrufbitte und kein Widerruf gespeichert.
          </p>
        ) : null}
        <div className="mt-8 space-y-6">
          {applications.map((application) => (
            <Section
              key={application.id}
              title={titleOf(application)}
              facts={applicationFacts(application)}
            />
          ))}
          {callbackRequests.map(({ id, name, phone, preferredTime, createdAt, calls }) => (
            <Section
              key={id}
              title="Rückrufbitte"
              facts={[
                { label: 'Gesendet', value: formatInstant(createdAt) },
                { label: 'Name', value: name },
                { label: 'Telefon', value: phone },
                { label: 'Wunschzeit', value: preferredTime },
                { label: 'Anrufe', value: String(calls.length) },
              ]}
            />
          ))}
          {withdrawals.map(({ id, receivedAt, name, contract, outcome }) => (
            <Section
              key={id}
              title="Widerruf"
              facts={[
                { label: 'Eingegangen', value: formatInstant(receivedAt) },
                { label: 'Name', value: name },
                { label: 'Nummer', value: contract },
                { label: 'Ergebnis', value: outcome ? outcomeOf(outcome) : null },
              ]}
            />
          ))}
          {mails.length > 0 ? (
            <Section
              title="E-Mails an Sie"
              facts={mails.map(({ type, at }, place) => ({
                label: `${place + 1}. ${formatInstant(at)}`,
                value: type in mailKinds ? mailKinds[type as keyof typeof mailKinds].label : type,
              }))}
            />
          ) : null}
        </div>
        <Actions token={token} data={data} refused={refused} />
      </div>
    </SiteShell>
  );
}

/** With the horse, or several applications would look alike in a list of headings. */
function titleOf({ completed, restricted, horseData }: OwnApplication): string {
  const state = completed ? 'Abgeschlossener Antrag' : 'Angefangener Antrag';
  const horse = horseData ? ` für ${horseData.horseName}` : '';
  return `${state}${horse}${completed && restricted ? ', gesperrt' : ''}`;
}

function applicationFacts(application: OwnApplication) {
  const { id, lastUpdated, horseData, contactData, tariffSelection, policyholderInfo, sepaMandate } =
    application;
  const person = (one: typeof contactData | typeof policyholderInfo) =>
    one &&
    [salutationLabels[one.salutation], one.firstName, one.lastName].join(' ') +
      `, ${one.email}, ${one.phone}`;
  return [
    { label: 'Antragsnummer', value: id },
    { label: 'Zuletzt geändert', value: formatInstant(lastUpdated) },
    {
      label: 'Pferd',
      value:
        horseData &&
        [horseData.horseName, `geboren am ${formatDay(horseData.birthDate)}`, horseData.chipNumber]
          .filter(Boolean)
          .join(', '),
    },
    { label: 'Beginn', value: horseData && formatDay(horseData.insuranceStartDate) },
    { label: 'Kontakt', value: person(contactData) },
    { label: 'Tarif', value: tariffSelection && tariffNames[tariffSelection.tariffType] },
    {
      label: 'Selbstbeteiligung',
      value: tariffSelection && typeset(deductibleLabel(tariffSelection.selfParticipation)),
    },
    { label: 'Versicherungsnehmer', value: person(policyholderInfo) },
    { label: 'Geburtsjahr', value: policyholderInfo?.birthDate ?? null },
    {
      label: 'Anschrift',
      value:
        policyholderInfo &&
        `${policyholderInfo.street} ${policyholderInfo.houseNumber}, ${policyholderInfo.zipCode} ${policyholderInfo.city}`,
    },
    { label: 'Versicherungsschein', value: application.policyNumber },
    { label: 'Beratung', value: application.advice.map(({ advice }) => advice).join('\n') || null },
    { label: 'Lastschrift', value: sepaMandate && `${sepaMandate.accountHolder}, ${sepaMandate.ibanMasked}` },
  ];
}

type Fact = { label: string; value: string | null };

function Section({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="rounded-card border border-line bg-white p-5 shadow-card sm:p-8">
      <h2 className="text-2xl text-green-900 wrap-anywhere">{title}</h2>
      <FactList className="mt-4" facts={facts.filter(({ value }) => value)} />
    </section>
  );
}

function Actions({ token, data, refused }: Props) {
  const { errors = [], birthDate = '', notice = null } = refused ?? {};
  const completed = data.applications.some((one) => one.completed);
  return (
    <div className="mt-10 grid gap-6 lg:grid-cols-2">
      <section className="rounded-card border border-line bg-white p-5 shadow-card sm:p-8">
        <h2 className="text-2xl text-green-900">Mitnehmen</h2>
        <p className="mt-3 text-pretty text-ink-soft">
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
        <p className="mt-3 text-pretty text-ink-soft">
          Angefangene Anträge, Rückrufbitten und E-Mails löschen wir sofort und endgültig. Abgeschlossene
          Anträge müssen wir noch aufbewahren: Wir sperren sie und löschen sie, sobald die Frist endet. Steht
          in einem angefangenen Antrag eine zweite Person mit eigener E-Mail-Adresse, löschen wir daraus nur
          Ihre Angaben und sagen ihr Bescheid.
        </p>
        <PlainForm
          action={href(api.eraseOwnData, { token })}
          errors={errors}
          notice={notice}
          className="mt-5"
        >
          <FormId />
          {completed ? (
            <TextField
              name="birthDate"
              label="Geburtsdatum des Versicherungsnehmers"
              type="date"
              aria-required
              hint="Damit niemand anderes Ihren Antrag sperrt."
              defaultValue={birthDate}
              error={errors[0]?.message}
              autoFocus={errors.length > 0}
            />
          ) : null}
          <Button type="submit">Löschen</Button>
        </PlainForm>
      </section>
    </div>
  );
}

function outcomeOf(outcome: string): string {
  return outcome in withdrawalOutcomes
    ? withdrawalOutcomes[outcome as keyof typeof withdrawalOutcomes]
    : outcome;
}
