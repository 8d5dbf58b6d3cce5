import { focusTitleOnRemoval } from './focus';
import { pressOnce } from './press-once';

type ActionButtonProps = {
  /** The class of its look, such as button-dark. */
  look: string;
  label: string;
  /** What is read out after the label where many buttons have the same. */
  about?: string;
  isPending?: boolean;
  /** What it says while that is under way. */
  busy?: string;
  onPress: () => void;
};

/** A button that does something at once, and once. It keeps the focus while that is under way, and hands it on where it goes away. */
export const ActionButton = ({ look, label, about, isPending = false, busy = 'Saving...', onPress }: ActionButtonProps) => (
  <button ref={focusTitleOnRemoval} type="button" className={look} aria-disabled={isPending} {...pressOnce(() => !isPending && onPress())}>
    {isPending ? busy : label}
    {about && <span className="sr-only">, {about}</span>}
  </button>
);
