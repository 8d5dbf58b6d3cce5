import { Button } from './button';

type DialogButtonsProps = {
  onCancel: () => void;
  cancel?: string;
  submit: string;
  isPending: boolean;
  busy?: string;
  isDangerous?: boolean;
};

export const DialogButtons = ({
  onCancel,
  cancel = 'Cancel',
  submit,
  isPending,
  busy = 'Saving...',
  isDangerous = false,
}: DialogButtonsProps) => (
  <div className="col-span-full flex flex-wrap justify-end gap-3">
    <Button label={cancel} onPress={onCancel} />
    <button
      type="submit"
      className={isDangerous ? 'button-base bg-red-600 text-white' : 'button-primary'}
      aria-disabled={isPending}
      onClick={(event) => isPending && event.preventDefault()}
    >
      {isPending ? busy : submit}
    </button>
  </div>
);
