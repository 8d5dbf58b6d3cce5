import { useState } from 'react';
import { ActionButton } from '../../ui/action-button';
import { downloadFile } from '../../ui/download-file';
import { openToPrint } from '../../ui/print-window';
import { showToast } from '../../ui/toast/toast-store';

export const ROW_BUTTON = 'button-ghost lg:min-h-9 lg:px-3.5 text-[15px]';

type SaveButtonProps = {
  label: string;
  about: string;
  path: string;
  /** The name of the file, unless the server sends one. */
  fileName: string;
  saved: { title: string; description: string };
  look?: string;
};

export function SaveButton({ label, about, path, fileName, saved, look = ROW_BUTTON }: SaveButtonProps) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    await downloadFile(`${path}?download=1`, fileName).then(
      () => showToast(saved),
      () => showToast({ title: 'Error', description: 'Failed to download the document. Please try again.', kind: 'destructive' }),
    );
    setIsSaving(false);
  };
  return <ActionButton look={look} label={label} about={about} busy="Downloading..." isPending={isSaving} onPress={() => void save()} />;
}

export const PrintButton = ({ about, path }: { about: string; path: string }) => (
  <ActionButton look={ROW_BUTTON} label="Print" about={about} onPress={() => void openToPrint(path)} />
);
