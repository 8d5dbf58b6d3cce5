import { ConfirmDialog } from '../../ui/dialog';

type NotOnPageProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onConfirm: () => void };

export const NotOnPage = (props: NotOnPageProps) => (
  <ConfirmDialog
    {...props}
    title="Is it on the page already?"
    text="Nobody knows what came of the last attempt. Look at the page first, so that the post does not appear twice."
    action="I looked, it is not on the page"
  />
);
