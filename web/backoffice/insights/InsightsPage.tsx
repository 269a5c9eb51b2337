import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined';
import { berlinDay, isDay } from '#domain/dates';
import { askedPeriod } from '#domain/insights/choices';
import { pages } from '#domain/urls';
import { Alert } from '../../ui/notices';
import { Page } from '../Page';
import { anyText, type Screen, searchOf, useSearchState } from '../screen';
import { Figures } from './Figures';
import { Periods } from './Periods';

const title = 'Kennzahlen';

const existingDay = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : undefined);

/** Without days it is the usual period until today. */
const insightsSearch = searchOf({ from: existingDay, to: existingDay, source: anyText });

function InsightsPage() {
  const [{ from, to, source }, change] = useSearchState(insightsSearch);
  const today = berlinDay(new Date());
  const period = askedPeriod({ from, to }, today);
  if (!('wrong' in period)) {
    return <Figures title={title} period={period} source={source} today={today} onChange={change} />;
  }
  return (
    <Page title={title}>
      <Periods period={{ from: from ?? '', to: to ?? '' }} today={today} source={source} onChange={change} />
      <Alert tone="danger" role="alert" title="Diesen Zeitraum gibt es nicht">
        {period.wrong}
      </Alert>
    </Page>
  );
}

export const screen: Screen = {
  path: pages.backofficeInsights,
  title,
  icon: ChartNoAxesCombined,
  role: 'admin',
  card: { title, note: 'Was aus Anträgen wird' },
  search: insightsSearch,
  component: InsightsPage,
};
