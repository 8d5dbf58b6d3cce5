import { Check, Columns3 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { z } from 'zod';
import { tryStorage } from '../browser-store';
import { MENU_ITEM, MenuContent } from './more-menu';

const keys = z.array(z.string());

/** Returns the keys of the columns that are hidden on this device, and how to hide others. */
export function useHiddenColumns(name: string) {
  const place = `hiddenColumns:${name}`;
  const [hidden, setHidden] = useState(() => tryStorage(() => keys.parse(JSON.parse(localStorage.getItem(place) ?? '[]'))) ?? []);
  const hide = (next: string[]) => {
    setHidden(next);
    tryStorage(() => localStorage.setItem(place, JSON.stringify(next)));
  };
  return [hidden, hide] as const;
}

type ColumnsMenuProps = {
  columns: readonly { key: string; head: string; isOptional?: boolean }[];
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
};

/** Lets people choose the columns of a table. */
export function ColumnsMenu({ columns, hidden, onHide }: ColumnsMenuProps) {
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  const optional = columns.filter(({ isOptional }) => isOptional);
  if (optional.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        ref={setTrigger}
        aria-label="Columns"
        className="inline-grid size-9 place-items-center rounded-full text-muted hover:bg-sage-100 hover:text-ink pointer-coarse:size-11"
      >
        <Columns3 aria-hidden="true" className="size-[18px]" />
      </DropdownMenu.Trigger>
      <MenuContent trigger={trigger}>
        {optional.map(({ key, head }) => (
          <DropdownMenu.CheckboxItem
            key={key}
            className={MENU_ITEM}
            checked={!hidden.includes(key)}
            onCheckedChange={(isShown) => onHide(isShown ? hidden.filter((other) => other !== key) : [...hidden, key])}
            onSelect={(event) => event.preventDefault()}
          >
            <span className="size-4">
              <DropdownMenu.ItemIndicator>
                <Check aria-hidden="true" className="size-4" />
              </DropdownMenu.ItemIndicator>
            </span>
            {head}
          </DropdownMenu.CheckboxItem>
        ))}
      </MenuContent>
    </DropdownMenu.Root>
  );
}
