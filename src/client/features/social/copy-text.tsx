import { showToast } from '../../ui/toast/toast-store';

export function CopyText({ text }: { text: string }) {
  const isBlank = text.trim() === '';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.trim());
      showToast({ title: 'Text Copied', description: 'Paste it where the post is to appear.' });
    } catch {
      showToast({ title: 'Copying Failed', description: 'Please mark the text and copy it by hand.', kind: 'destructive' });
    }
  };
  return (
    <button type="button" className="button-ghost" disabled={isBlank} onClick={() => void copy()}>
      Copy text
    </button>
  );
}
