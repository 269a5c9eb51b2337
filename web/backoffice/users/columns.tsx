import { roleLabels, type User } from '#domain/backoffice/user';
import { Badge } from '../../ui/badge';
import { EmailText } from '../table/EmailText';
import { Moment } from '../table/Moment';
import type { Column } from '../table/useDataTable';
import { DeleteButton } from './DeleteButton';
import { EndSessionsButton } from './EndSessionsButton';

export const userColumns: Column<User>[] = [
  {
    id: 'username',
    header: 'Benutzername',
    cell: ({ id, username }) => (
      <span id={`konto-${id}`} className="font-semibold wrap-anywhere">
        {username}
      </span>
    ),
  },
  {
    id: 'email',
    header: 'E-Mail',
    cell: ({ email }) => (email ? <EmailText email={email} /> : '-'),
  },
  {
    id: 'role',
    header: 'Rolle',
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'positive' : 'neutral'}>{roleLabels[role]}</Badge>,
  },
  {
    id: 'createdAt',
    header: 'Erstellt',
    cell: ({ createdAt }) => <Moment iso={createdAt} />,
  },
  {
    id: 'actions',
    header: 'Aktionen',
    cell: ({ id }) => (
      <span className="flex flex-wrap gap-2 xl:flex-nowrap">
        <EndSessionsButton id={id} describedBy={`konto-${id}`} />
        <DeleteButton id={id} describedBy={`konto-${id}`} />
      </span>
    ),
    className: 'xl:w-px',
  },
];
