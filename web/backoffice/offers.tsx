import FileText from 'lucide-react/icons/file-text';
import { Fragment } from 'react';
import { berlinDay } from '#domain/dates';
import { type Checked, check, tidied } from '#domain/fields';
import { formatMoney } from '#domain/format';
import { type NewOffer, newOffer, type OfferPage, type OfferRow, offerFields } from '#domain/offers';
import { latestInsuranceStart, oldestHorse } from '#domain/steps/sets';
import { paymentFrequencies, tariffNames, tariffTypes } from '#domain/tariffs/catalogue';
import { assumedBirthDate, assumedBirthSentence } from '#domain/tariffs/premium';
import { api, href, pages } from '#domain/urls';
import { request } from '../api';
import { DescribedField, type FieldLimits } from '../ui/fields';
import { showHint } from '../ui/hints/start';
import { Badge } from '../ui/notices';
import { DeleteButton } from './buttons';
import { FormDialogButton } from './form/FormDialog';
import type { Fields } from './form/form';
import { inPages, listScreen, NoRows, Tools } from './ListPage';
import { ageNote, PricesMissing, priceOf, usePrices } from './prices';
import { OfferBadge, Standing } from './progress';
import { anyText, pageNumber, searchOf } from './screen';
import { EmailText, InstantDay, Moment, Text } from './table/cells';
import { Toolbar } from './table/frame';
import { acts, type Column, column, Table } from './table/Table';

const columns: Column<OfferRow>[] = [
  {
    header: 'Nummer',
    cell: ({ id, number }) => (
      <span id={nameId(id)} className="font-mono text-sm wrap-anywhere">
        {number}
      </span>
    ),
    className: 'xl:min-w-28',
  },
  column('E-Mail', ({ email }) => <EmailText linked email={email} />, 'xl:min-w-32'),
  column('Tarif', ({ tariffType }) => tariffNames[tariffType]),
  {
    header: 'Monatsbeitrag',
    cell: ({ monthlyPremium }) => (
      <span className="whitespace-nowrap tabular-nums">{formatMoney(monthlyPremium)}</span>
    ),
  },
  column('Erstellt', ({ createdAt }) => <Moment iso={createdAt} />),
  column('Gültig bis', ({ expiresAt }) => <InstantDay iso={expiresAt} />),
  column('Stand', (offer) => <Standing {...offer} badge={<OfferBadge {...offer} />} />),
  column('Quelle', ({ source }) => <Text>{source}</Text>, 'xl:min-w-24'),
  acts((offer) => <DeleteOffer {...offer} />),
];

const nameId = (id: string) => `angebot-${id}`;

function DeleteOffer({ id, number, email, state }: OfferRow) {
  return (
    <DeleteButton
      path={href(api.staffOffer, { id })}
      title="Angebot löschen?"
      failure="Das Angebot konnte nicht gelöscht werden."
      describedBy={nameId(id)}
    >
      <p>
        Das Angebot <span>{number}</span> an <span>{email}</span> wird mit den E-Mails dazu endgültig
        gelöscht. Der Link darin funktioniert dann nicht mehr.
      </p>
      {state === 'begun' || state === 'completed' ? (
        <p>Der Antrag, der daraus entstanden ist, bleibt.</p>
      ) : null}
    </DeleteButton>
  );
}

export const screen = listScreen({
  path: pages.backofficeOffers,
  title: 'Angebote',
  icon: FileText,
  what: 'der Angebote',
  list: api.staffOffers,
  search: searchOf({ q: anyText, source: anyText, page: pageNumber }),
  asks: inPages,
  isChanging: true,
  note: ({ total }: OfferPage) => <Badge>{total === 1 ? '1 Angebot' : `${total} Angebote`}</Badge>,
  actions: (refresh) => (
    <>
      <SendOffer />
      {refresh}
    </>
  ),
  toolbar: (list) => (
    <Toolbar>
      <Tools
        {...list}
        find={{ label: 'Angebote durchsuchen', placeholder: 'Nummer oder E-Mail suchen...' }}
        sources={Object.keys(list.query.data?.sources ?? {})}
      />
    </Toolbar>
  ),
  show: ({ offers }, list) => (
    <Table
      label="Angebote"
      columns={columns}
      rows={offers}
      empty={<NoRows {...list} title="Keine Angebote gefunden" />}
    />
  ),
});

/** `to`: for somebody who is known already; the button stands beside their name then. */
export function SendOffer({ to, describedBy }: { to?: string; describedBy?: string }) {
  return (
    <FormDialogButton<TypedOffer, NewOffer, unknown>
      label="Angebot senden"
      look={to === undefined ? 'primary' : 'secondary'}
      describedBy={describedBy}
      draft={to === undefined ? 'offer' : `offer ${to}`}
      title="Angebot senden"
      note="Das Angebot geht mit allen Unterlagen an diese Adresse. Es ist unverbindlich."
      initial={{ ...noOffer, email: to ?? '' }}
      check={checkOffer}
      call={(offer) => request('POST', api.staffOffers, offer)}
      success="Das Angebot ist unterwegs."
      failure="Das Angebot konnte nicht gesendet werden."
      submit={{ label: 'Angebot senden', busyLabel: 'Wird gesendet...' }}
      fields={OfferFields}
    />
  );
}

function checkOffer(typed: TypedOffer, id: string): Checked<NewOffer> {
  const { horseBirthYear, insuranceStartDate, selfParticipation, ...more } = typed;
  const born = tidied(horseBirthYear);
  return check(newOffer(berlinDay(new Date())), {
    id,
    ...more,
    selfParticipation: Number(selfParticipation),
    ...(born ? { horseBirthYear: Number(born) } : {}),
    ...(insuranceStartDate ? { insuranceStartDate } : {}),
  });
}

const { reminderConsent: _, ...fields } = offerFields;
type Name = keyof typeof fields;
const names = Object.keys(fields) as Name[];

type TypedOffer = Record<Name, string>;

const noOffer: TypedOffer = {
  email: '',
  tariffType: '',
  selfParticipation: '0',
  paymentFrequency: 'monthly',
  horseBirthYear: '',
  insuranceStartDate: '',
};

function OfferFields({ typed, control }: Fields<TypedOffer>) {
  const today = berlinDay(new Date());
  const limits: Partial<Record<Name, FieldLimits>> = {
    email: { className: 'sm:col-span-2' },
    tariffType: { className: 'sm:col-span-2' },
    paymentFrequency: { hint: null },
    horseBirthYear: { className: 'sm:col-span-2' },
    insuranceStartDate: { className: 'sm:col-span-2', min: today, max: latestInsuranceStart(today) },
  };
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2" onFocus={showHint} onBlur={showHint}>
      {names.map((name) => (
        <Fragment key={name}>
          <DescribedField field={fields[name]} autoComplete="off" {...limits[name]} {...control(name)} />
          {/* in sight on a phone, too */}
          {name === 'paymentFrequency' ? <OfferPrice typed={typed} today={today} /> : null}
        </Fragment>
      ))}
    </fieldset>
  );
}

function OfferPrice({ typed, today }: { typed: TypedOffer; today: string }) {
  const prices = usePrices();
  const tariffType = tariffTypes.find((one) => one === typed.tariffType);
  const paymentFrequency = paymentFrequencies.find((one) => one === typed.paymentFrequency);
  const [year, thisYear] = [Number(typed.horseBirthYear), Number(today.slice(0, 4))];
  const birthDate = assumedBirthDate(year <= thisYear && year >= thisYear - oldestHorse ? year : null);
  const selfParticipation = Number(typed.selfParticipation);
  const chosen = tariffType && paymentFrequency && { tariffType, paymentFrequency, selfParticipation };
  const price = chosen && prices.data && priceOf(prices.data, chosen, birthDate);
  return (
    <div
      aria-live="polite"
      className="sm:col-span-2 rounded-control border border-green-200 bg-green-50 px-4 py-3"
    >
      {prices.data ? null : <PricesMissing prices={prices} />}
      {price ? (
        <p className="tabular-nums">
          <strong className="font-serif text-xl lining-nums">{price.amount}</strong>{' '}
          <span className="inline-block">{`${price.period},`}</span>{' '}
          <span className="inline-block">{price.besides}</span>
        </p>
      ) : (
        <p>Beitrag: noch kein Tarif gewählt.</p>
      )}
      {price && prices.data ? (
        <p className="text-sm text-ink-soft">
          {[ageNote(prices.data, birthDate), ...(birthDate ? [assumedBirthSentence] : [])].join(' ')}
        </p>
      ) : null}
    </div>
  );
}
