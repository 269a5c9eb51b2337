import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { MouseEvent } from 'react';
import { pages } from '#domain/urls';

export function BackLink({ onClick }: { onClick: (event: MouseEvent) => void }) {
  return (
    <Link
      to={pages.backofficeApplications}
      onClick={onClick}
      className="inline-flex min-h-9 items-center gap-1.5 font-semibold text-green-800 underline decoration-green-200 underline-offset-4 hover:decoration-green-800"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      Zurück zur Liste
    </Link>
  );
}
