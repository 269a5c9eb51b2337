import { confirmationLabels } from '#domain/cases/statuses';
import { type Fact, factsOf } from '#domain/facts';
import { formatInstant } from '#domain/format';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import { mailKinds } from '#domain/mails/kinds';
import type { OwnApplication, OwnData } from '#domain/privacy/own-data';
import { contactFields } from '#domain/steps/contact';
import { horseFields } from '#domain/steps/horse';
import { policyholderFields } from '#domain/steps/policyholder';
import { mandateFields } from '#domain/steps/sepa';
import { tariffFields } from '#domain/steps/tariff';
import { api, href } from '#domain/urls';
import { Button } from '../../ui/button';
import { FormId, TextField } from '../../ui/fields';
import { FactList } from '../FactList';
import { controlOf, PlainForm, type Refused, unrefused } from '../forms';
import { MedallionHead, SiteShell } from '../SiteShell';
import { listed, ownOfferFacts, personFacts, preparationFacts, replyFact } from './facts';

type Props = { token: string; data: OwnData; refused?: Refused & { birthDate: string } };

/** Everything that is stored about the address of the link, for its person. Opening it changes nothing. */
export function OwnDataPage({ token, data, refused }: Props) {
  const { address, applications, preparations, offers, callbackRequests, withdrawals, mails } = data;
  const isEmpty = [applications, preparations, offers, callbackRequests, withdrawals].every(
    (all) => all.length === 0,
  );
  return (
    <SiteShell>
      <div className="mx-auto max-w-4xl px-4 py-10 sm:px-6 sm:py-16">
        <MedallionHead title="Meine Daten">
          <span className="wrap-anywhere">{address}</span>
        </MedallionHead>
        {isEmpty ? (
          <p className="mt-6 text-lg">
            Unter dieser Adresse sind kein Antrag, kein Angebot, keine Rückrufbitte und kein Widerruf
            gespeichert.
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
          {preparations.map((prepared) => (
            <Section
              key={prepared.applicationId}
              title="Am Telefon vorbereiteter Antrag"
              facts={preparationFacts(prepared)}
            />
          ))}
          {offers.map((offer) => (
            <Section key={offer.number} title="Angebot" facts={ownOfferFacts(offer)} />
          ))}
          {callbackRequests.map(
            ({ id, name, phone, preferredTime, source, createdAt, calls, noCalls, reply }) => (
              <Section
                key={id}
                title="Rückrufbitte"
                facts={[
                  { label: 'Gesendet', value: formatInstant(createdAt) },
                  { label: 'Quelle', value: source },
                  { label: 'Name', value: name },
                  { label: 'Telefon', value: phone },
                  { label: 'Wunschzeit', value: preferredTime },
                  { label: 'Anrufe', value: String(calls.length) },
                  { label: 'Weitere Anrufe', value: noCalls ? 'abbestellt' : null },
                  replyFact(reply),
                ]}
              />
            ),
          )}
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

function applicationFacts(application: OwnApplication): Fact[] {
  const { id, lastUpdated, source, policyNumber, advice, confirmation, returns } = application;
  const { horseData, contactData, tariffSelection, policyholderInfo, sepaMandate } = application;
  // each row takes what it shows out of the fields, so that those without a row of their own follow
  const { insuranceStartDate, horseName, birthDate, chipNumber, ...horse } = factsOf(
    horseFields,
    horseData ?? {},
  );
  const contact = personFacts('Kontakt', factsOf(contactFields, contactData ?? {}));
  const { tariffType, selfParticipation, ...tariff } = factsOf(tariffFields, tariffSelection ?? {});
  const {
    birthDate: _,
    street,
    zipCode,
    ...policyholder
  } = factsOf(policyholderFields, policyholderInfo ?? {});
  const { accountHolder, iban, ...mandate } = factsOf(mandateFields, {
    ...sepaMandate,
    iban: sepaMandate?.ibanMasked,
  });
  const born = birthDate.value && `geboren am ${birthDate.value}`;
  return [
    { label: 'Antragsnummer', value: id },
    { label: 'Zuletzt geändert', value: formatInstant(lastUpdated) },
    { label: 'Quelle', value: source },
    { label: 'Pferd', value: listed(horseName.value, born, chipNumber.value) },
    ...Object.values(horse),
    { label: 'Beginn', value: insuranceStartDate.value },
    ...contact,
    tariffType,
    selfParticipation,
    ...Object.values(tariff),
    ...personFacts('Versicherungsnehmer', policyholder),
    // of the day the link shows the year only
    { label: 'Geburtsjahr', value: policyholderInfo?.birthDate ?? null },
    { label: 'Anschrift', value: listed(street.value, zipCode.value) },
    { label: 'Versicherungsschein', value: policyNumber },
    { label: 'Bestätigung', value: confirmation && confirmationText(confirmation) },
    { label: 'Beratung', value: advice.map((one) => one.advice).join('\n') || null },
    { label: 'Antwort des Versicherers', value: returns.map(returnText).join('\n') || null },
    { label: 'Lastschrift', value: listed(accountHolder.value, iban.value) },
    ...Object.values(mandate),
    { label: 'Mandatsreferenz', value: sepaMandate?.mandateReference ?? null },
  ];
}

function returnText({ name, at, cells }: OwnApplication['returns'][number]): string {
  const told = cells.filter(({ text }) => text !== '').map(({ column, text }) => `${column}: ${text}`);
  return `${name} vom ${formatInstant(at)}: ${told.join('; ')}`;
}

function confirmationText({ answer, at }: NonNullable<OwnApplication['confirmation']>): string {
  const label = confirmationLabels[answer];
  return at === null ? label : `${label} (${formatInstant(at)})`;
}

function Section({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="rounded-card border border-line bg-white p-5 shadow-card sm:p-8">
      <h2 className="text-2xl text-green-900 wrap-anywhere">{title}</h2>
      <FactList className="mt-4" facts={facts.filter(({ value }) => value)} />
    </section>
  );
}

function Actions({ token, data, refused }: Props) {
  const completed = data.applications.some((one) => one.completed);
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
          Angefangene Anträge, Angebote, Rückrufbitten und E-Mails löschen wir sofort und endgültig.
          Abgeschlossene Anträge müssen wir noch aufbewahren: Wir sperren sie und löschen sie, sobald die
          Frist endet. Steht in einem angefangenen Antrag eine zweite Person mit eigener E-Mail-Adresse,
          löschen wir daraus nur Ihre Angaben und sagen ihr Bescheid.
        </p>
        <PlainForm action={href(api.eraseOwnData, { token })} refused={refused} className="mt-5">
          <FormId />
          {completed ? (
            <TextField
              {...controlOf(refused ?? unrefused)('birthDate')}
              label="Geburtsdatum des Versicherungsnehmers"
              type="date"
              aria-required
              hint="Damit niemand anderes Ihren Antrag sperrt."
              defaultValue={refused?.birthDate ?? ''}
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
