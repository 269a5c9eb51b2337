import { useContext, useEffect, useRef } from 'react';
import type { SetRecord } from '#domain/application';
import { Alert } from '../../ui/alert';
import { SubmitLabel } from '../submit-label';
import { contribution } from './summary-cards';

type Props = {
  /** The price that was shown before, in EUR a month. */
  from: number;
  tariff: SetRecord['tariff-selection'];
};

/** Says that the price has risen since it was shown. Takes the focus, because the pressed button is far below. */
export function PremiumRaised({ from, tariff }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const submitLabel = useContext(SubmitLabel);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="mt-3 outline-none">
      <Alert tone="warning" role="alert" title="Der Beitrag hat sich geändert">
        <p>
          Bisher {contribution({ ...tariff, monthlyPremium: from })}, jetzt{' '}
          <strong>{contribution(tariff)}</strong>.
        </p>
        <p className="mt-2">
          Wir haben Ihren Antrag deshalb noch nicht abgesendet. Wenn Sie mit dem neuen Beitrag einverstanden
          sind, klicken Sie bitte noch einmal auf „{submitLabel}“.
        </p>
      </Alert>
    </div>
  );
}
