import { berlinDay, formatDay } from '#domain/dates';
import { formatMoney } from '#domain/format';
import { mailHref } from '#domain/links';
import type { OfferRow } from '#domain/offers/offers';
import { tariffNames } from '#domain/tariffs/catalogue';
import { api, href } from '#domain/urls';
import { DeleteButton } from '../DeleteButton';
import { MailReply, OfferBadge, Undeliverable } from '../progress';
import { EmailText, Moment } from '../table/cells';
import type { Column } from '../table/Table';

export const offerColumns: Column<OfferRow>[] = [
  {
    header: 'Nummer',
    cell: ({ id, number }) => (
      <span id={nameId(id)} className="font-mono text-sm wrap-anywhere">
        {number}
      </span>
    ),
    className: 'xl:min-w-28',
  },
  {
    header: 'E-Mail',
    cell: ({ email }) => <EmailText email={email} href={mailHref(email)} />,
    className: 'xl:min-w-32',
  },
  {
    header: 'Tarif',
    cell: ({ tariffType }) => tariffNames[tariffType],
  },
  {
    header: 'Monatsbeitrag',
    cell: ({ monthlyPremium }) => (
      <span className="whitespace-nowrap tabular-nums">{formatMoney(monthlyPremium)}</span>
    ),
  },
  { header: 'Erstellt', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
  {
    header: 'Gültig bis',
    cell: ({ expiresAt }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDay(berlinDay(new Date(expiresAt)))}</span>
    ),
  },
  {
    header: 'Stand',
    cell: ({ state, undeliverable, reply }) => (
      <>
        <span className="inline-flex flex-wrap gap-1">
          <OfferBadge state={state} />
          <Undeliverable undeliverable={undeliverable} />
        </span>
        <MailReply reply={reply} />
      </>
    ),
  },
  {
    header: 'Quelle',
    cell: ({ source }) => <span className="wrap-anywhere">{source}</span>,
    className: 'xl:min-w-24',
  },
  { id: 'actions', header: 'Aktionen', cell: (offer) => <DeleteOffer {...offer} /> },
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
