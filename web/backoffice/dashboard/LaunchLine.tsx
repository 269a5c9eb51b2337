import { Link } from '@tanstack/react-router';
import { type LaunchCheck, openItemsText } from '#domain/operator/launch-check';
import { api, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { changing, useLoaded } from '../calls';

/** For administrators, while something of the Startprüfung is open. Without an answer the dashboard lacks only this line. */
export function LaunchLine() {
  const { data } = useLoaded<LaunchCheck>(api.launchCheck, changing);
  if (!data || data.ready) return null;
  return (
    <Alert tone="warning">
      <Link to={pages.backofficeLaunch} className={linkClass}>
        {`Startprüfung: ${openItemsText(data.items)}`}
      </Link>
    </Alert>
  );
}
