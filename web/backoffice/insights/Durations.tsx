import { durationText, type SpanRow } from '#domain/insights/insights';
import { NumberTable } from './NumberTable';
import { Part } from './Part';

const title = 'Wie lange es dauert';

export function Durations({ durations }: { durations: readonly SpanRow[] }) {
  return (
    <Part title={title} note="Die Hälfte ist der Median, 9 von 10 das 90. Perzentil.">
      <NumberTable
        label={title}
        head={['Strecke', 'Anträge', 'Die Hälfte in höchstens', '9 von 10 in höchstens']}
        rows={durations.map(({ key, label, count, median, p90 }) => ({
          key,
          name: label,
          cells: [count.toLocaleString('de-DE'), durationText(median), durationText(p90)],
        }))}
      />
    </Part>
  );
}
