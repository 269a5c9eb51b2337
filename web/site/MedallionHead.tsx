import type { ReactNode } from 'react';
import { Medallion } from '../illustrations/Medallion';

export function MedallionHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4 sm:flex-nowrap">
      <Medallion className="size-20 shrink-0 sm:size-24" />
      <div className="min-w-0">
        <h1 className="text-4xl text-green-900 sm:text-5xl">{title}</h1>
        <p className="mt-2 text-lg font-semibold text-balance">{children}</p>
      </div>
    </div>
  );
}
