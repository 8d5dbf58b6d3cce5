import { useState } from 'react';
import { toCallError } from '../../call-error';
import { ActionButton } from '../../ui/action-button';
import { downloadFile } from '../../ui/download-file';
import { showToast } from '../../ui/toast/toast-store';

const FAILED = 'Failed to download the report. Please try again.';

type SaveButtonProps = Omit<Parameters<typeof ActionButton>[0], 'isPending' | 'onPress'> & {
  path: string;
  nameOtherwise: string;
  done: string;
  /** Called first; returns false if something has to be corrected before. */
  isReady?: () => boolean;
};

/** Saves a report as a file and shows a toast. An ended session is reported once for all calls. */
export function SaveButton({ path, nameOtherwise, done, isReady = () => true, ...button }: SaveButtonProps) {
  const [isPending, setIsPending] = useState(false);
  const save = async () => {
    setIsPending(true);
    try {
      showToast({ title: done, description: `${await downloadFile(path, nameOtherwise)} is among your downloads.` });
    } catch (error) {
      const { message, data } = toCallError(error);
      if (data?.httpStatus !== 401) showToast({ title: 'Error', description: data ? message : FAILED, kind: 'destructive' });
    } finally {
      setIsPending(false);
    }
  };
  return <ActionButton {...button} isPending={isPending} onPress={() => isReady() && void save()} />;
}
