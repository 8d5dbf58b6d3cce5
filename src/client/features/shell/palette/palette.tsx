import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useRef, useState } from 'react';
import { useHiddenChecklist } from '../../../checklist-change';
import { setScheme } from '../../../color-scheme';
import { focusTitle, giveFocusTo } from '../../../ui/focus';
import type { Command as Chosen, PaletteRow } from './commands';
import { type PaletteGroup, usePaletteRows } from './palette-rows';

export type PaletteProps = { text: string; isForJob: boolean; onClose: () => void; onShortcuts: () => void; onLogOut: () => void };

/** Searches everything in the office, and runs its commands, from the keyboard. */
export function Palette({ text: textAtFirst, isForJob: isForJobAtFirst, onClose, onShortcuts, onLogOut }: PaletteProps) {
  const navigate = useNavigate();
  const opener = useRef<Element | null>(null);
  const [text, setText] = useState(textAtFirst);
  const [isForJob, setIsForJob] = useState(isForJobAtFirst);

  const { isHidden, show } = useHiddenChecklist();

  // It stays the same while a person types, so that the rows are not drawn again.
  const run = useCallback(
    (command: Chosen) => {
      if ('run' in command && command.run === 'new-job') {
        setIsForJob(true);
        setText('');
        return;
      }
      // The focus goes on from the screen that opens, not from the button of the palette.
      opener.current = null;
      onClose();
      if ('link' in command) void navigate(command.link);
      else if ('scheme' in command) setScheme(command.scheme);
      else if (command.run === 'shortcuts') onShortcuts();
      else if (command.run === 'log-out') onLogOut();
      else if (command.run === 'website') window.location.assign('/');
      else {
        void navigate({ to: '/admin' });
        show();
      }
    },
    [navigate, onClose, onShortcuts, onLogOut, show],
  );

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-pine-950/55" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex flex-col overflow-hidden bg-paper shadow-card sm:inset-x-auto sm:top-[12vh] sm:bottom-auto sm:left-1/2 sm:max-h-[70vh] sm:w-[min(92vw,640px)] sm:-translate-x-1/2 sm:rounded-[18px]"
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current) giveFocusTo(opener.current);
            else focusTitle();
          }}
        >
          <Dialog.Title className="sr-only">{isForJob ? 'Choose a client for the new job' : 'Search or jump to'}</Dialog.Title>
          <PaletteList
            text={text}
            isForJob={isForJob}
            isChecklistHidden={isHidden}
            onText={setText}
            onRun={run}
            onBack={() => setIsForJob(false)}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Keys by which a person moves the selection, which then stays when more rows arrive. */
const MOVES = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

/** Keeps Enter on a button from running the selected row. */
const keepEnter = (event: KeyboardEvent) => event.key === 'Enter' && event.stopPropagation();

/** Returns the id of a row's element. */
const toRowId = (value: string): string => `palette-${value.replace(/\s/g, '-')}`;

type PaletteListProps = {
  text: string;
  isForJob: boolean;
  isChecklistHidden: boolean;
  onText: (text: string) => void;
  onRun: (command: Chosen) => void;
  onBack: () => void;
};

function PaletteList({ text, isForJob, isChecklistHidden, onText, onRun, onBack }: PaletteListProps) {
  const { groups, isNothing, isSearching, failed } = usePaletteRows(text, isForJob, isChecklistHidden);
  // The rows follow the typed text when there is time to draw them.
  const drawn = useDeferredValue(groups);
  const rows = groups.flatMap((group) => group.rows);
  const drawnRows = drawn.flatMap((group) => group.rows);
  const [chosen, setChosen] = useState<{ text: string; value: string }>();
  const hasMoved = useRef(false);
  const select = (from: readonly PaletteRow[]) => from.find(({ value }) => chosen?.text === text && value === chosen.value) ?? from[0];
  const selected = select(drawnRows)?.value;
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    if (MOVES.includes(key)) hasMoved.current = true;
    if (key === 'Backspace' && text === '' && isForJob) onBack();
    // The row of the typed text may not be drawn yet.
    if (key === 'Enter' && drawn !== groups && !nativeEvent.isComposing) {
      event.preventDefault();
      const row = select(rows);
      if (row) onRun(row.command);
    }
  };

  return (
    <Command
      shouldFilter={false}
      label="Search or jump to"
      className="flex min-h-0 grow flex-col"
      value={selected ?? ''}
      onValueChange={(value) => hasMoved.current && setChosen({ text, value })}
      onKeyDown={onKeyDown}
      onPointerMove={() => {
        hasMoved.current = true;
      }}
    >
      <div className="flex items-center gap-3 border-line border-b pl-4">
        <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <Command.Input
          asChild
          value={text}
          onValueChange={(next) => {
            hasMoved.current = false;
            onText(next);
          }}
          maxLength={100}
          placeholder={isForJob ? 'Which client is the job for?' : 'Search or jump to…'}
          className="min-h-14 min-w-0 grow bg-transparent text-base outline-none placeholder:text-muted"
        >
          {/* The package names no row before the first key, and afterwards the one that was selected before. */}
          <input aria-activedescendant={selected && toRowId(selected)} />
        </Command.Input>
        <Dialog.Close onKeyDown={keepEnter} className="min-h-11 shrink-0 px-4 font-semibold text-[15px] text-muted hover:text-ink">
          <span className="sm:hidden">Cancel</span>
          <kbd className="rounded-[5px] border border-control px-1.5 font-text text-xs max-sm:hidden">Esc</kbd>
        </Dialog.Close>
      </div>
      <p role="status" className="sr-only">
        {isSearching ? 'Searching…' : isNothing ? 'No results' : `${rows.length} ${rows.length === 1 ? 'result' : 'results'}`}
      </p>
      {isNothing && <NoRows text={text.trim()} isForJob={isForJob} />}
      <Command.List label="Results" className="min-h-0 grow overflow-y-auto overscroll-contain p-2" aria-busy={isSearching}>
        <Groups groups={drawn} onRun={onRun} />
      </Command.List>
      {failed && (
        <div role="alert" className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-3">
          <p className="mr-auto">Your records could not be searched.</p>
          <button
            type="button"
            className="button-ghost"
            onKeyDown={keepEnter}
            onClick={({ currentTarget }) => {
              failed();
              // The button disappears, and typing goes on.
              currentTarget.closest('[cmdk-root]')?.querySelector('input')?.focus();
            }}
          >
            Try again
          </button>
        </div>
      )}
    </Command>
  );
}

const NoRows = ({ text, isForJob }: { text: string; isForJob: boolean }) => (
  <div className="grid gap-1 px-4 pt-6 pb-4 text-center">
    {text === '' ? (
      <>
        <p className="font-semibold">No clients yet</p>
        <p className="text-muted">Add the client first, then plan their job.</p>
      </>
    ) : (
      <>
        <p className="font-semibold [overflow-wrap:anywhere]">{`Nothing matches “${text}”`}</p>
        <p className="text-muted">
          {isForJob ? 'Check the spelling, or add the client first.' : 'Try a name, a phone number, or the number of a document.'}
        </p>
      </>
    )}
  </div>
);

type GroupsProps = { groups: readonly PaletteGroup[]; onRun: (command: Chosen) => void };

const Groups = memo(({ groups, onRun }: GroupsProps) =>
  groups.map(({ title, rows }) => (
    <Command.Group
      key={title}
      heading={title}
      className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-muted **:[[cmdk-group-heading]]:text-xs"
    >
      {rows.map((row) => (
        <Row key={row.value} row={row} onRun={onRun} />
      ))}
    </Command.Group>
  )),
);

type RowProps = { row: PaletteRow; onRun: (command: Chosen) => void };

const Row = memo(({ row: { value, label, detail, aside, icon: Icon, command }, onRun }: RowProps) => (
  <Command.Item asChild value={value} onSelect={() => onRun(command)}>
    <div
      id={toRowId(value)}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-2.5 py-1.5 aria-selected:bg-sage-100"
    >
      <Icon aria-hidden="true" className="size-[18px] shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium text-[15px]">{label}</span>
        {detail && <span className="block truncate text-muted text-sm">{detail}</span>}
      </span>
      {aside && <span className="shrink-0 text-muted text-sm tabular-nums">{aside}</span>}
    </div>
  </Command.Item>
));
