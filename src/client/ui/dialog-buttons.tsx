import { Button } from './button';

type SubmitButtonProps = { label: string; busy?: string; isPending: boolean; look?: string };

/** Sends its form once. Keeps the focus while pending. */
export const SubmitButton = ({ label, busy = 'Saving...', isPending, look = 'button-primary' }: SubmitButtonProps) => (
  <button type="submit" className={look} aria-disabled={isPending} onClick={(event) => isPending && event.preventDefault()}>
    {isPending ? busy : label}
  </button>
);

type DialogButtonsProps = Omit<SubmitButtonProps, 'label' | 'look'> & {
  onCancel: () => void;
  cancel?: string;
  submit: string;
  isDangerous?: boolean;
};

export const DialogButtons = ({ onCancel, cancel = 'Cancel', submit, isDangerous = false, ...state }: DialogButtonsProps) => (
  <div className="col-span-full flex flex-wrap justify-end gap-3">
    <Button label={cancel} onPress={onCancel} />
    <SubmitButton {...state} label={submit} {...(isDangerous && { look: 'button-base bg-red-600 text-white' })} />
  </div>
);
