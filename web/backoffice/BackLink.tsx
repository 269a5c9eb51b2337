import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { MouseEvent } from 'react';
import { linkClass } from '../ui/button';

type Props = { to: string; label: string; onClick?: (event: MouseEvent) => void };

export function BackLink({ to, label, onClick }: Props) {
  return (
    <Link
      to={to}
      onClick={onClick}
      className={`inline-flex min-h-9 items-center gap-1.5 font-semibold ${linkClass}`}
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      <span>{label}</span>
    </Link>
  );
}
