import { useState } from 'react';
import { toCallError } from '../../call-error';
import { showToast } from '../../ui/toast/toast-store';
import { type Picture, PictureField } from './picture-field';
import { accountingPictureProblem, uploadPicture } from './pictures';

const UPLOAD_FAILED = 'Error uploading image';
const tell = (title: string, description: string) => showToast({ title, description, kind: 'destructive' });

type AccountingPictureProps = {
  url: string | null;
  isUploading: boolean;
  onUrl: (url: string | null) => void;
  onUploading: (isUploading: boolean) => void;
};

/** The picture on the accounting screen, which is sent as soon as it is chosen. */
export function AccountingPicture({ url, isUploading, onUrl, onUploading }: AccountingPictureProps) {
  const [sending, setSending] = useState<File>();
  const [error, setError] = useState<string>();
  const choose = async (file: File) => {
    if (isUploading) return;
    const problem = accountingPictureProblem(file);
    setError(problem);
    if (problem) return tell('File Too Large', problem);
    setSending(file);
    onUploading(true);
    try {
      onUrl(await uploadPicture(file));
    } catch (failure) {
      setError(UPLOAD_FAILED);
      const { message, data } = toCallError(failure);
      tell(UPLOAD_FAILED, data ? message : 'Please try again.');
    } finally {
      setSending(undefined);
      onUploading(false);
    }
  };
  const picture: Picture = sending ? { kind: 'chosen', file: sending } : { kind: 'kept', url };
  return (
    <PictureField
      picture={picture}
      error={error}
      busy={isUploading ? 'Uploading the image...' : undefined}
      onChoose={(file) => void choose(file)}
      onRemove={() => {
        setError(undefined);
        if (!isUploading) onUrl(null);
      }}
    />
  );
}
