import { Link } from '@tanstack/react-router';
import { shortId } from '#domain/ids';
import { href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';

export function ApplicationLink({ id }: { id: string }) {
  return (
    <Link
      to={href(pages.backofficeApplication, { id })}
      title={id}
      className={`font-mono text-sm whitespace-nowrap ${linkClass}`}
    >
      {shortId(id)}
    </Link>
  );
}
