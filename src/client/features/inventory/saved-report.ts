import { useState } from 'react';
import { toCallError } from '../../call-error';
import { downloadFile } from '../../ui/download-file';
import { showToast } from '../../ui/toast/toast-store';

const FAILED = 'Failed to download the report. Please try again.';

/** Saves a report as a file and shows a toast; `isPending` during the download. An ended session is reported once for all calls. */
export function useSavedReport() {
  const [isPending, setIsPending] = useState(false);
  const save = async (path: string, nameOtherwise: string, done: string) => {
    if (isPending) return;
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
  return { isPending, save };
}
