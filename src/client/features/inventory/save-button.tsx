import { ActionButton } from '../../ui/action-button';
import { useSavedReport } from './saved-report';

type SaveButtonProps = {
  look: string;
  label: string;
  busy: string;
  about: string;
  path: string;
  nameOtherwise: string;
  done: string;
  /** Called first; returns false if something has to be corrected before. */
  isReady?: () => boolean;
};

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
