import { ActionButton } from '../../ui/action-button';
import { useSavedReport } from './saved-report';

type SaveButtonProps = {
  look: string;
  label: string;
  busy: string;
  /** What is saved, for those who hear only the button. */
  about: string;
  path: string;
  nameOtherwise: string;
  done: string;
  /** Asked first; false where something has to be put right before. */
  isReady?: () => boolean;
};

/** A button that saves a report as a file. It keeps the focus while that is under way. */
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
