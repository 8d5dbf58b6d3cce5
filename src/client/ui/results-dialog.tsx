import { Button } from './button';
import { Dialog } from './dialog';
import { DIALOG_FOOTER } from './dialog-buttons';

export type Results = { title: string; rows: readonly { name: string; note: string }[] };

/** Lists the rows of a bulk change that need attention, each with a note. */
export const ResultsDialog = ({ results, text, onClose }: { results: Results; text: string; onClose: () => void }) => (
  <Dialog isOpen onOpenChange={onClose} title={results.title} text={text}>
    <ul className="grid divide-y divide-line">
      {results.rows.map(({ name, note }) => (
        <li key={`${name} ${note}`} className="grid gap-0.5 py-2.5">
          <span className="font-semibold">{name}</span>
          <span className="text-[15px] text-muted">{note}</span>
        </li>
      ))}
    </ul>
    <div data-dialog-footer className={DIALOG_FOOTER}>
      <Button look="button-dark" label="Close" onPress={onClose} />
    </div>
  </Dialog>
);
