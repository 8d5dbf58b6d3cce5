import { Tabs } from 'radix-ui';

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
