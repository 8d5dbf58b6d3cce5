import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import { focusTitle, giveFocusTo } from '../../../ui/focus';
import type { Command as Chosen } from './commands';
import { type PaletteRow, usePaletteRows } from './palette-rows';

export type PaletteProps = { text: string; onClose: () => void; onShortcuts: () => void; onLogOut: () => void };

/** Searches everything in the office, and runs its commands, from the keyboard. */
export function Palette({ text: textAtFirst, onClose, onShortcuts, onLogOut }: PaletteProps) {
  const navigate = useNavigate();
  const opener = useRef<Element | null>(null);
  const [text, setText] = useState(textAtFirst);
  const [isForJob, setIsForJob] = useState(false);

  const run = (command: Chosen) => {
    if ('run' in command && command.run === 'new-job') {
      setIsForJob(true);
      setText('');
      return;
    }
    // The focus goes on from the screen that opens, not from the button of the palette.
    opener.current = null;
    onClose();
    if ('link' in command) void navigate(command.link);
    else if (command.run === 'shortcuts') onShortcuts();
    else if (command.run === 'log-out') onLogOut();
    else window.location.assign('/');
  };

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
          <PaletteList text={text} isForJob={isForJob} onText={setText} onRun={run} onBack={() => setIsForJob(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Keys by which a person moves the selection, which then stays when more rows arrive. */
const MOVES = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

type PaletteListProps = {
  text: string;
  isForJob: boolean;
  onText: (text: string) => void;
  onRun: (command: Chosen) => void;
  onBack: () => void;
};

function PaletteList({ text, isForJob, onText, onRun, onBack }: PaletteListProps) {
  const { groups, isSearching, failed } = usePaletteRows(text, isForJob);
  const rows = groups.flatMap((group) => group.rows);
  const [chosen, setChosen] = useState<{ text: string; value: string }>();
  const hasMoved = useRef(false);
  const selected = chosen?.text === text && rows.some(({ value }) => value === chosen.value) ? chosen.value : (rows[0]?.value ?? '');
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (MOVES.includes(key)) hasMoved.current = true;
    if (key === 'Backspace' && text === '' && isForJob) onBack();
  };
  const isEmpty = rows.length === 0 && !isSearching && !failed;

  return (
    <Command
      shouldFilter={false}
      label="Search or jump to"
      className="flex min-h-0 grow flex-col"
      value={selected}
      onValueChange={(value) => hasMoved.current && setChosen({ text, value })}
      onKeyDown={onKeyDown}
      onPointerMove={() => {
        hasMoved.current = true;
      }}
    >
      <div className="flex items-center gap-3 border-line border-b pl-4">
        <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <Command.Input
          value={text}
          onValueChange={(next) => {
            hasMoved.current = false;
            onText(next);
          }}
          maxLength={100}
          placeholder={isForJob ? 'Which client is the job for?' : 'Search or jump to…'}
          className="min-h-14 min-w-0 grow bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Dialog.Close className="min-h-11 shrink-0 px-4 font-semibold text-[15px] text-muted hover:text-ink">
          <span className="sm:hidden">Cancel</span>
          <kbd className="rounded-[5px] border border-control px-1.5 font-text text-xs max-sm:hidden">Esc</kbd>
        </Dialog.Close>
      </div>
      <p role="status" className="sr-only">
        {isSearching ? 'Searching…' : isEmpty ? 'No results' : `${rows.length} ${rows.length === 1 ? 'result' : 'results'}`}
      </p>
      <Command.List label="Results" className="min-h-0 grow overflow-y-auto overscroll-contain p-2" aria-busy={isSearching}>
        {groups.map(({ title, rows: shown }) => (
          <Command.Group
            key={title}
            heading={title}
            className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-muted **:[[cmdk-group-heading]]:text-xs"
          >
            {shown.map((row) => (
              <Row key={row.value} row={row} onRun={onRun} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {isEmpty && <NoRows text={text.trim()} isForJob={isForJob} />}
      {failed && (
        <div role="alert" className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-3">
          <p className="mr-auto">Your records could not be searched.</p>
          <button type="button" className="button-ghost" onClick={failed}>
            Try again
          </button>
        </div>
      )}
    </Command>
  );
}

const NoRows = ({ text, isForJob }: { text: string; isForJob: boolean }) => (
  <div className="grid gap-1 px-4 pb-8 text-center">
    {text === '' ? (
      <p className="text-muted">Type a name, an e-mail address or a phone number.</p>
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

const Row = ({
  row: { value, label, detail, aside, icon: Icon, command },
  onRun,
}: {
  row: PaletteRow;
  onRun: (command: Chosen) => void;
}) => (
  <Command.Item
    value={value}
    onSelect={() => onRun(command)}
    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-2.5 py-1.5 aria-selected:bg-sage-100"
  >
    <Icon aria-hidden="true" className="size-[18px] shrink-0 text-muted" />
    <span className="min-w-0 grow">
      <span className="block truncate font-medium text-[15px]">{label}</span>
      {detail && <span className="block truncate text-muted text-sm">{detail}</span>}
    </span>
    {aside && <span className="shrink-0 text-muted text-sm tabular-nums">{aside}</span>}
  </Command.Item>
);
