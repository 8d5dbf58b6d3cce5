import { ActionButton } from './action-button';
import { showToast } from './toast/toast-store';

type CopyButtonProps = {
  text: string;
  label: string;
  about?: string;
  look?: string;
  /** The toast once the text was copied, or a function that leads to one. */
  done: { title: string; description: string } | (() => void);
};

/** Copies a text, such as a link. Shows it if the browser does not allow that. */
export function CopyButton({ text, done, ...button }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      if (done instanceof Function) done();
      else showToast(done);
    } catch {
      showToast({ title: 'Please copy it by hand', description: text, kind: 'destructive' });
    }
  };
  return <ActionButton {...button} onPress={() => void copy()} />;
}
