import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { passFocusOnRemoval } from './focus';

const MENU = 'z-50 grid min-w-44 max-w-[min(92vw,20rem)] rounded-card border border-line bg-paper p-1 shadow-card [overflow-wrap:anywhere]';
export const MENU_ITEM =
  'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-small px-3 text-sm outline-none data-[disabled]:cursor-default data-[highlighted]:bg-sage-100 data-[disabled]:text-muted pointer-coarse:min-h-11';

type MenuContentProps = { trigger: HTMLElement | null; onCloseAutoFocus?: (event: Event) => void; children: ReactNode };

/** Holds the entries of a menu, in the landmark or the dialog of its button. */
export const MenuContent = ({ trigger, children, ...events }: MenuContentProps) => (
  <DropdownMenu.Portal container={trigger?.closest<HTMLElement>('main, [role=dialog]') ?? null}>
    <DropdownMenu.Content align="end" sideOffset={4} className={MENU} {...events}>
      {children}
    </DropdownMenu.Content>
  </DropdownMenu.Portal>
);

type Entry = { label: string; element: HTMLElement };

/** Returns the words of a button that everyone sees, without those for screen readers alone. */
function readLabel(element: HTMLElement): string {
  const shown = element.cloneNode(true) as HTMLElement;
  for (const hidden of shown.querySelectorAll('.sr-only, [aria-hidden=true]')) hidden.remove();
  return shown.textContent?.trim() ?? '';
}

const readEntries = (host: HTMLElement | null): Entry[] =>
  [...(host?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])].map((element) => ({ label: readLabel(element), element }));

type EntriesMenuProps = {
  about: string;
  /** The element around the buttons, which stand in it from the first opening. */
  host: RefObject<HTMLElement | null>;
  onUse: (isUsed: true) => void;
};

/** The menu and its button. Memoized, so that they are not drawn again with their list. */
const EntriesMenu = memo(function EntriesMenu({ about, host, onUse }: EntriesMenuProps) {
  const [entries, setEntries] = useState<Entry[]>();
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<HTMLElement>(null);
  // A cleanup of layout effects still finds the button and its focus in the document.
  useLayoutEffect(() => passFocusOnRemoval(trigger.current), []);
  const open = (isOpen: boolean) => {
    if (isOpen) flushSync(() => onUse(true));
    setEntries(isOpen ? readEntries(host.current) : undefined);
  };
  const pressChosen = (event: Event) => {
    if (!chosen.current) return;
    event.preventDefault();
    trigger.current?.focus();
    chosen.current.click();
    chosen.current = null;
  };
  return (
    // A modal menu would hide the rest of the page from screen readers while its trigger keeps the focus.
    <DropdownMenu.Root modal={false} open={entries !== undefined} onOpenChange={open}>
      <DropdownMenu.Trigger
        ref={trigger}
        data-action="More actions"
        aria-label={`More actions, ${about}`}
        className="grid size-9 shrink-0 place-items-center rounded-full text-muted hover:bg-sage-100 hover:text-ink aria-expanded:bg-sage-100 pointer-coarse:size-11"
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </DropdownMenu.Trigger>
      <MenuContent trigger={trigger.current} onCloseAutoFocus={pressChosen}>
        {entries?.map(({ label, element }) => (
          <DropdownMenu.Item
            key={label}
            className={MENU_ITEM}
            disabled={element.getAttribute('aria-disabled') === 'true'}
            onSelect={() => {
              chosen.current = element;
            }}
          >
            {label}
          </DropdownMenu.Item>
        ))}
      </MenuContent>
    </DropdownMenu.Root>
  );
});

type MoreMenuProps = {
  /** Names the record, such as "SPC034". */
  about: string;
  /** Ordinary buttons and links. */
  children: ReactNode;
};

/** Hides the buttons behind a menu. A button whose call is pending stays visible beside the menu. */
const HOST =
  'absolute top-1/2 right-full -translate-y-1/2 whitespace-nowrap has-[>[aria-disabled=true]]:flex! *:not-[[aria-disabled=true]]:hidden';

/**
 * Shows buttons and links as the entries of a menu. They stay mounted outside the menu, hidden, so that a button's dialog and a pending
 * call outlive the menu; an entry presses its button once the menu is closed.
 */
export function MoreMenu({ about, children }: MoreMenuProps) {
  const [isUsed, setIsUsed] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  return (
    <div className="relative">
      <EntriesMenu about={about} host={host} onUse={setIsUsed} />
      {isUsed && (
        <div ref={host} className={HOST} style={{ display: 'none' }}>
          {children}
        </div>
      )}
    </div>
  );
}
