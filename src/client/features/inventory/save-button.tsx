import { ActionButton } from '../../ui/action-button';
import { useSavedReport } from './saved-report';

type SaveButtonProps = {
  look: string;
  label: string;
  busy: string;
  /** The name of the report for screen readers, which read the button alone. */
  about: string;
  path: string;
  nameOtherwise: string;
  done: string;
  /** Called first; returns false if something has to be corrected before. */
  isReady?: () => boolean;
};

/** A button that saves a report as a file. It keeps the focus while the download is under way. */
export function SaveButton({ look, label, busy, about, path, nameOtherwise, done, isReady }: SaveButtonProps) {
  const { isPending, save } = useSavedReport();
  return (
    <ActionButton
      look={look}
      label={label}
      busy={busy}
      about={about}
      isPending={isPending}
      onPress={() => (isReady?.() ?? true) && void save(path, nameOtherwise, done)}
    />
  );
}
