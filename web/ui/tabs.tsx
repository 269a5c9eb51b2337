import * as Radix from '@radix-ui/react-tabs';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Tab<Key extends string> = { key: Key; label: string; content: ReactNode };

type Props<Key extends string> = {
  label: string;
  tabs: readonly Tab<Key>[];
  active: Key;
  onChange: (key: Key) => void;
};

const tabsClass =
  'inline-flex max-w-full flex-wrap gap-1 rounded-control border border-line bg-paper-deep p-1';
const tabClass =
  'min-h-9 rounded-md px-3 wrap-anywhere text-[0.9375rem] font-semibold text-ink-soft hover:text-green-900 data-[state=active]:bg-white data-[state=active]:text-green-900 data-[state=active]:shadow-sm aria-[current=page]:bg-white aria-[current=page]:text-green-900 aria-[current=page]:shadow-sm sm:px-4';

export function Tabs<Key extends string>({ label, tabs, active, onChange }: Props<Key>) {
  const choose = (value: string) => {
    const tab = tabs.find(({ key }) => key === value);
    if (tab) onChange(tab.key);
  };
  return (
    <Radix.Root value={active} onValueChange={choose}>
      <Radix.List aria-label={label} className={tabsClass}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.key} value={tab.key} className={tabClass}>
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

type TabLink = { key: string; content: ReactNode; to: string; search?: object; current: boolean };

/** Links to the parts of one page, or to the same part with other values in the address. */
export function TabLinks({ label, links }: { label: string; links: readonly TabLink[] }) {
  return (
    <nav aria-label={label}>
      <ul className={tabsClass}>
        {links.map(({ key, content, to, search, current }) => (
          <li key={key}>
            <Link
              to={to}
              search={search as never}
              // the router marks a link to exactly this address only, which another page of the view is not
              activeOptions={{ exact: true }}
              aria-current={current ? 'page' : undefined}
              className={`inline-flex items-center gap-2 ${tabClass}`}
            >
              {content}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
