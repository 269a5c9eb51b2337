import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';

type Tab<Key extends string> = { key: Key; label: string; content: ReactNode };

type Props<Key extends string> = {
  label: string;
  tabs: readonly Tab<Key>[];
  active: Key;
  onChange: (key: Key) => void;
};

export function Tabs<Key extends string>({ label, tabs, active, onChange }: Props<Key>) {
  const choose = (value: string) => {
    const tab = tabs.find(({ key }) => key === value);
    if (tab) onChange(tab.key);
  };
  return (
    <Radix.Root value={active} onValueChange={choose}>
      <Radix.List
        aria-label={label}
        className="inline-flex max-w-full flex-wrap gap-1 rounded-control border border-line bg-paper-deep p-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.key}
            value={tab.key}
            className="min-h-9 rounded-md px-3 wrap-anywhere text-[0.9375rem] font-semibold text-ink-soft hover:text-green-900 data-[state=active]:bg-white data-[state=active]:text-green-900 data-[state=active]:shadow-sm sm:px-4"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.key} value={tab.key} className="mt-4 rounded-card">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
