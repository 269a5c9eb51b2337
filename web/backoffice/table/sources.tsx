import { mostSources } from '#domain/lists';
import { FilterSelect } from './frame';

type Props = {
  sources: readonly string[];
  value: string | undefined;
  onChange: (source: string | undefined) => void;
};

/** Left out where everybody comes from the same place. */
export function SourceFilter({ sources, value = '', onChange }: Props) {
  const offered = new Set(value ? [...sources, value] : sources);
  if (offered.size < 2) return null;
  const options = [...offered].sort(inGerman).map((source) => ({ value: source, label: source }));
  return (
    <FilterSelect
      label="Nach Quelle filtern"
      value={value}
      options={[{ value: '', label: 'Alle Quellen' }, ...options]}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}

const inGerman = new Intl.Collator('de').compare;

export function sourcesOf(sources: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  return byCount.slice(0, mostSources).map(([source]) => source);
}
