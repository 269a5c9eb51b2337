import { brand } from '../../../domain/company';
import { LegalPage } from './LegalPage';
import { analyticsTopics } from './privacy-analytics';
import { processingTopics } from './privacy-processing';
import { rightsTopics } from './privacy-rights';

/** Privacy statement (spec 2). */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Datenschutz"
      intro={`Welche Daten ${brand.name} verarbeitet, wozu, wie lange und welche Rechte Sie haben.`}
      topics={[...processingTopics, ...analyticsTopics, ...rightsTopics]}
    />
  );
}
