import { useState } from 'react';
import type { Callback } from '#domain/callback';
import { mailHref, phoneHref } from '#domain/links';
import { Badge } from '../../ui/badge';
import type { CallbackSortField } from '../search';
import { EmailText } from '../table/EmailText';
import { Linked, linkClass } from '../table/Linked';
import { Moment } from '../table/Moment';
import type { Column } from '../table/useDataTable';
import { ProcessButton } from './ProcessButton';
import { stateLabels, stateOf } from './rows';

/** Columns of the list; the ids of those that sort are the address' sort fields. */
export const callbackColumns: Column<Callback>[] = [
  {
    id: 'name' satisfies CallbackSortField,
    header: 'Kontakt',
    sortValue: ({ name }) => name,
    cell: ({ id, name, source }) => (
      <>
        <span id={`kontakt-${id}`} className="font-semibold wrap-anywhere">
          {name}
        </span>
        <span className="block text-sm wrap-anywhere text-ink-soft">Quelle: {source}</span>
      </>
    ),
    className: 'xl:min-w-28 min-[88rem]:min-w-36',
  },
  {
    id: 'phone' satisfies CallbackSortField,
    header: 'Telefon',
    sortValue: ({ phone }) => phone,
    cell: ({ phone }) => (
      <span className="wrap-anywhere min-[88rem]:whitespace-nowrap">
        <Linked href={phoneHref(phone)}>{phone}</Linked>
      </span>
    ),
    className: 'xl:min-w-28',
  },
  {
    id: 'email',
    header: 'E-Mail',
    cell: ({ email }) => (email ? <EmailText email={email} href={mailHref(email)} /> : '-'),
    className: 'xl:min-w-36',
  },
  {
    id: 'message',
    header: 'Nachricht',
    cell: ({ message }) => (message ? <Message text={message} /> : '-'),
    className: 'xl:min-w-36 xl:text-sm min-[88rem]:min-w-40',
  },
  {
    id: 'preferredTime',
    header: 'Wunschzeit',
    cell: ({ preferredTime }) => <span className="wrap-anywhere">{preferredTime || '-'}</span>,
    className: 'xl:min-w-24 xl:text-sm',
  },
  {
    id: 'processed' satisfies CallbackSortField,
    header: 'Status',
    sortValue: ({ processed }) => Number(processed),
    cell: (callback) => (
      <Badge tone={callback.processed ? 'positive' : 'waiting'}>{stateLabels[stateOf(callback)]}</Badge>
    ),
  },
  {
    id: 'createdAt' satisfies CallbackSortField,
    header: 'Erstellt',
    sortValue: ({ createdAt }) => Date.parse(createdAt),
    cell: ({ createdAt }) => <Moment iso={createdAt} />,
  },
  {
    id: 'actions',
    header: 'Aktionen',
    cell: ({ id, processed }) => (processed ? null : <ProcessButton id={id} describedBy={`kontakt-${id}`} />),
    className: 'min-[88rem]:min-w-38',
  },
];

const shortMessage = 100;

/** A long message takes three lines until it is read. */
function Message({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  if (text.length <= shortMessage) return <span className="wrap-anywhere whitespace-pre-line">{text}</span>;
  return (
    <>
      <span className={`wrap-anywhere whitespace-pre-line ${open ? '' : 'line-clamp-3'}`}>{text}</span>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={`text-sm font-semibold ${linkClass}`}
      >
        {open ? 'Weniger anzeigen' : 'Mehr anzeigen'}
      </button>
    </>
  );
}
