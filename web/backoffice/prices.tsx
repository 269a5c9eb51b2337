import { useQuery } from '@tanstack/react-query';
import { berlinDay } from '#domain/dates';
import { formatMoney, formatPercent } from '#domain/format';
import { type Catalogue, perPeriod } from '#domain/tariffs/catalogue';
import { type PricedSelection, quote, surchargeAge, surchargeOf, toEuro } from '#domain/tariffs/premium';
import { api } from '#domain/urls';
import { request } from '../api';
import { LoadFailed } from './Page';

export function usePrices() {
  return useQuery({
    queryKey: [api.tariffs],
    // the browser's copy may be up to a minute old
    queryFn: () => request<Catalogue>('GET', api.tariffs, undefined, { cache: 'no-cache' }),
    staleTime: 0,
    // a page for calls stays open for days
    refetchOnWindowFocus: true,
  });
}

export function priceOf(catalogue: Catalogue, selection: PricedSelection, birthDate: string | null) {
  const premium = quote(catalogue, selection, birthDate, berlinDay(new Date()));
  const amount = (cents: number | undefined) => formatMoney(cents === undefined ? null : toEuro(cents));
  const { paymentFrequency } = selection;
  return {
    amount: amount(premium?.periodCents),
    period: perPeriod[paymentFrequency],
    besides:
      paymentFrequency === 'annual'
        ? `entspricht ${amount(premium?.monthlyCents)} ${perPeriod.monthly}`
        : `${amount(premium?.annualCents)} ${perPeriod.annual}`,
  };
}

export function ageNote({ ageSurchargePercent }: Catalogue, birthDate: string | null): string {
  const surcharge = surchargeOf(ageSurchargePercent, birthDate, berlinDay(new Date()));
  if (surcharge > 0) return `Mit ${formatPercent(surcharge)} Alterszuschlag, ab ${surchargeAge} Jahren.`;
  return birthDate ? 'Ohne Alterszuschlag.' : `Für ein Pferd unter ${surchargeAge} Jahren.`;
}

export function PricesMissing({
  prices: { isFetching, error, refetch },
}: {
  prices: ReturnType<typeof usePrices>;
}) {
  if (!error) return <p className="text-ink-soft">Preise werden geladen...</p>;
  return (
    <LoadFailed busy={isFetching} onRetry={() => void refetch()}>
      Die Preise konnten nicht geladen werden.
    </LoadFailed>
  );
}
