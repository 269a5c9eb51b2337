import type { Periods } from '#domain/retention/periods';
import { useOperator } from '../../operator';
import { LegalPage } from './LegalPage';
import { analyticsTopics } from './privacy-analytics';
import { processingTopics, storageTopic } from './privacy-processing';
import { rightsTopics } from './privacy-rights';

export function PrivacyPage({ periods }: { periods: Periods }) {
  const { brand } = useOperator();
  return (
    <LegalPage
      title="Datenschutz"
      intro={`Welche Daten ${brand.name} verarbeitet, wozu, wie lange und welche Rechte Sie haben.`}
      topics={[...processingTopics, storageTopic(periods), ...analyticsTopics, ...rightsTopics]}
    />
  );
}
