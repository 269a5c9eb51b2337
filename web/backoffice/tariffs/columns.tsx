import { formatDay } from '#domain/dates';
import type { TariffVersion } from '#domain/tariffs/staff';
import { type TariffState, tariffStates } from '#domain/tariffs/versions';
import { Badge, type BadgeTone } from '../../ui/notices';
import { Moment } from '../table/cells';
import type { Column } from '../table/Table';
import { nameId, type OnRelease, RowActions } from './actions';

const tones: Record<TariffState, BadgeTone> = {
  draft: 'neutral',
  released: 'waiting',
  active: 'positive',
  past: 'neutral',
};

/** The server sorts: newest first. */
export function columnsOf(onRelease: OnRelease): Column<TariffVersion>[] {
  return [
    {
      header: 'Version',
      cell: ({ id, number }) => (
        <span id={nameId(id)} className="font-semibold whitespace-nowrap">{`Version ${number}`}</span>
      ),
    },
    { header: 'Stand', cell: ({ state }) => <Badge tone={tones[state]}>{tariffStates[state]}</Badge> },
    {
      header: 'Gültig ab',
      cell: ({ validFrom }) => (
        <time dateTime={validFrom} className="tabular-nums">
          {formatDay(validFrom)}
        </time>
      ),
    },
    { header: 'Angelegt von', cell: ({ createdBy }) => <span className="wrap-anywhere">{createdBy}</span> },
    { header: 'Angelegt am', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
    {
      header: 'Freigegeben von',
      cell: ({ releasedBy }) => <span className="wrap-anywhere">{releasedBy ?? '-'}</span>,
    },
    {
      id: 'actions',
      header: 'Aktionen',
      cell: (version) => <RowActions version={version} onRelease={onRelease} />,
      className: 'xl:w-px',
    },
  ];
}
