import type { ReactNode } from 'react';
import { Sent } from '../hydrated/sent';
import { useOperator } from '../operator';
import { SiteFrame } from '../site/SiteFrame';

export function WizardShell({ children }: { children: ReactNode }) {
  const { brand } = useOperator();
  return (
    <SiteFrame header={<Sent part="header" />} footer={<Sent part="footer" />}>
      <title>{`Jetzt Tarif berechnen und beantragen | ${brand.name}`}</title>
      <div className="border-b border-line bg-paper-deep">
        <div className="mx-auto max-w-5xl px-4 pt-9 pb-8 sm:px-6 sm:pt-14 sm:pb-11">
          <h1 className="text-3xl text-green-900 sm:text-5xl">Jetzt Tarif berechnen und beantragen</h1>
          <p className="mt-3 max-w-xl text-lg text-ink-soft">
            In wenigen Schritten zu Ihrem individuellen Angebot für den OP-Schutz Ihres Pferdes.
          </p>
        </div>
      </div>
      <div className="mx-auto max-w-5xl px-4 pb-16 sm:px-6 sm:pb-24">{children}</div>
    </SiteFrame>
  );
}
