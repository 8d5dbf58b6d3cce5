import { passFocusOnRemoval } from './focus';
import { pressOnce } from './press-once';

type ActionButtonProps = {
  look?: string;
  label: string;
  /** Added to the label for screen readers, to tell equal buttons apart. */
  about?: string;
  isPending?: boolean;
  busy?: string;
  onPress: () => void;
};

/** Runs an action once per press. Keeps the focus while pending, and passes it on if the button disappears. */
export const ActionButton = ({
  look = 'button-ghost',
  label,
  about,
  isPending = false,
  busy = 'Saving...',
  onPress,
}: ActionButtonProps) => (
  <button
    ref={passFocusOnRemoval}
    type="button"
    className={look}
    data-action={label}
    aria-disabled={isPending}
    {...pressOnce(() => !isPending && onPress())}
  >
    {isPending ? busy : label}
    {about && <span className="sr-only">, {about}</span>}
  </button>
);
