import { Button } from './button';

type SubmitButtonProps = { label: string; busy?: string; isPending: boolean; look?: string };

/** Sends its form once. Keeps the focus while pending. */
export const SubmitButton = ({ label, busy = 'Saving...', isPending, look = 'button-primary' }: SubmitButtonProps) => (
  <button type="submit" className={look} aria-disabled={isPending} onClick={(event) => isPending && event.preventDefault()}>
    {isPending ? busy : label}
  </button>
);

/** The buttons of a form. In a dialog they stay at its bottom edge while the rest scrolls. */
export const DIALOG_FOOTER =
  'col-span-full flex flex-wrap justify-end gap-3 in-data-dialog-body:sticky in-data-dialog-body:bottom-0 in-data-dialog-body:z-10 in-data-dialog-body:-mx-6 in-data-dialog-body:border-line in-data-dialog-body:border-t in-data-dialog-body:bg-paper in-data-dialog-body:px-6 in-data-dialog-body:py-4';

type DialogButtonsProps = Omit<SubmitButtonProps, 'label' | 'look'> & {
  onCancel: () => void;
  cancel?: string;
  submit: string;
  isDangerous?: boolean;
};

export const DialogButtons = ({ onCancel, cancel = 'Cancel', submit, isDangerous = false, ...state }: DialogButtonsProps) => (
  <div data-dialog-footer className={DIALOG_FOOTER}>
    <Button label={cancel} onPress={onCancel} />
    <SubmitButton {...state} label={submit} {...(isDangerous && { look: 'button-base bg-red-600 text-white' })} />
  </div>
);
