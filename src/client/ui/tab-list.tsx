import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';

type TabListProps = { label: string; tabs: readonly (readonly [value: string, word: string])[]; layout?: string; tab?: string };

export const TabList = ({ label, tabs, layout = 'flex flex-wrap gap-1 justify-self-start', tab = 'px-4 text-[15px]' }: TabListProps) => (
  <Tabs.List aria-label={label} className={`rounded-card border border-line bg-paper p-1 md:rounded-full ${layout}`}>
    {tabs.map(([value, word]) => (
      <Tabs.Trigger
        key={value}
        value={value}
        className={`min-h-11 rounded-full font-semibold text-muted leading-tight hover:bg-sage-100 data-[state=active]:bg-pine-900 data-[state=active]:text-white lg:min-h-9 ${tab}`}
      >
        {word}
      </Tabs.Trigger>
    ))}
  </Tabs.List>
);

type TabPanelsProps<Value extends string> = Omit<TabListProps, 'tabs'> & {
  tabs: readonly { value: Value; word: string; panel: ReactNode }[];
  value: Value;
  onTab: (value: Value) => void;
};

/** Shows tabs above the panel of the chosen one. */
export const TabPanels = <Value extends string>({ tabs, value: chosen, onTab, ...list }: TabPanelsProps<Value>) => (
  <Tabs.Root value={chosen} onValueChange={(next) => onTab(next as Value)} className="grid min-w-0 gap-5 sm:gap-6">
    <TabList {...list} tabs={tabs.map(({ value, word }) => [value, word])} />
    {tabs.map(({ value, panel }) => (
      <Tabs.Content key={value} value={value} tabIndex={-1} className="min-w-0 rounded-card">
        {panel}
      </Tabs.Content>
    ))}
  </Tabs.Root>
);
