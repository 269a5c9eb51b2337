import { useState } from 'react';
import type { Callback } from '../../../../domain/backoffice';
import { Badge } from '../../../ui/badge';
import type { CallbackSortField } from '../search';
import { Moment } from '../table/Moment';
import type { Column } from '../table/useDataTable';
import { ProcessButton } from './ProcessButton';
import { mailHref, phoneHref, stateLabels, stateOf } from './rows';

const link = 'text-green-800 underline decoration-green-200 underline-offset-4 hover:decoration-green-800';

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
    className: 'xl:min-w-40',
  },
  {
    id: 'phone' satisfies CallbackSortField,
    header: 'Telefon',
    sortValue: ({ phone }) => phone,
    cell: ({ phone }) => (
      <a href={phoneHref(phone)} className={`${link} wrap-anywhere xl:whitespace-nowrap`}>
        {phone}
      </a>
    ),
  },
  {
    id: 'email',
    header: 'E-Mail',
    cell: ({ email }) =>
      email ? (
        <a href={mailHref(email)} className={`${link} wrap-anywhere`}>
          {email}
        </a>
      ) : (
        '-'
      ),
    className: 'xl:min-w-36',
  },
  {
    id: 'message',
    header: 'Nachricht',
    cell: ({ message }) => (message ? <Message text={message} /> : '-'),
    className: 'xl:min-w-48',
  },
  {
    id: 'preferredTime',
    header: 'Wunschzeit',
    cell: ({ preferredTime }) => <span className="wrap-anywhere">{preferredTime || '-'}</span>,
    className: 'xl:min-w-28',
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
  },
];

const shortMessage = 110;

/** A long message takes two lines until it is read. */
function Message({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  if (text.length <= shortMessage) return <span className="wrap-anywhere whitespace-pre-line">{text}</span>;
  return (
    <>
      <span className={`wrap-anywhere whitespace-pre-line ${open ? '' : 'line-clamp-2'}`}>{text}</span>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={`text-sm font-semibold ${link}`}
      >
        {open ? 'Weniger anzeigen' : 'Mehr anzeigen'}
      </button>
    </>
  );
}
