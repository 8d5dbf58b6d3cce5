import { Dialog } from '../../ui/dialog';
import { ENTRIES } from './navigation-entries';
import { getPaletteKeys } from './office-header';
import { setShortcutsOn, useShortcutsOn } from './shortcuts';

const ROWS: readonly (readonly [what: string, keys: readonly string[]])[] = [
  ['Search or jump to…', ['/']],
  ['New record, or choose what to create', ['n']],
  ['Show these shortcuts', ['?']],
  ...ENTRIES.flatMap(({ label, key }) => (key ? [[label, ['g', key]] as const] : [])),
];

type ShortcutsDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Lists the office's keys and turns single keys on or off. */
export function ShortcutsDialog({ isOpen, onOpenChange }: ShortcutsDialogProps) {
  const isOn = useShortcutsOn();
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Keyboard shortcuts" text="They work outside of text fields and dialogs.">
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5" checked={isOn} onChange={(event) => setShortcutsOn(event.target.checked)} />
        Use single-key shortcuts on this device
      </label>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        <ShortcutRow what="Search from anywhere" keys={getPaletteKeys()} isOn />
        {ROWS.map(([what, keys]) => (
          <ShortcutRow key={what} what={what} keys={keys} isOn={isOn} />
        ))}
      </dl>
    </Dialog>
  );
}

const ShortcutRow = ({ what, keys, isOn }: { what: string; keys: readonly string[]; isOn: boolean }) => (
  <div className="flex min-h-9 items-center justify-between gap-4">
    <dt className={isOn ? '' : 'text-muted line-through'}>{what}</dt>
    <dd className="flex shrink-0 items-center gap-1 whitespace-nowrap text-muted text-sm">
      {keys.map((key, place) => (
        <span key={key} className="flex items-center gap-1">
          {place > 0 && (keys[0] === 'g' ? 'then' : '+')}
          <kbd className="min-w-6 rounded-[5px] border border-control px-1.5 text-center font-text text-ink leading-5">{key}</kbd>
        </span>
      ))}
    </dd>
  </div>
);
