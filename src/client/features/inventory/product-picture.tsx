import { type Dispatch, type SetStateAction, useState } from 'react';
import { NOT_AN_IMAGE } from '../../../shared/picture-errors';
import { showToast } from '../../ui/toast/toast-store';
import { type Picture, PictureField } from './picture-field';
import { pictureProblem, removeBackground } from './pictures';

const showProblem = (description: string) => showToast({ title: 'Invalid Image', description, kind: 'destructive' });

type ProductPictureProps = { picture: Picture; onPicture: Dispatch<SetStateAction<Picture>> };

/** The picture on the inventory screen. It is sent when the product is saved; before that its background can be removed. */
export function ProductPicture({ picture, onPicture }: ProductPictureProps) {
  const [error, setError] = useState<string>();
  const [isRemoving, setIsRemoving] = useState(false);
  const choose = (file: File) => {
    const problem = pictureProblem(file);
    setError(problem);
    if (problem) showProblem(problem);
    else onPicture({ kind: 'chosen', file });
  };
  const clean = async () => {
    if (isRemoving) return;
    setIsRemoving(true);
    setError(undefined);
    try {
      const file = picture.kind === 'chosen' ? picture.file : await (await fetch(picture.url ?? '')).blob();
      const cleaned = await removeBackground(file);
      // The user may have chosen another picture meanwhile.
      onPicture((now) => (now === picture ? { kind: 'chosen', file: cleaned.picture } : now));
      showToast(
        cleaned.isCutOut
          ? { title: 'Background Removed', description: 'The picture shows the product alone now.' }
          : { title: 'Background Kept', description: 'It could not be removed, so the picture was put onto a white square.' },
      );
    } catch {
      setError(NOT_AN_IMAGE);
      showProblem(NOT_AN_IMAGE);
    } finally {
      setIsRemoving(false);
    }
  };
  const remove = () => {
    setError(undefined);
    onPicture({ kind: 'kept', url: null });
  };
  return (
    <PictureField
      picture={picture}
      error={error}
      busy={isRemoving ? 'Removing the background...' : undefined}
      onChoose={choose}
      onRemove={remove}
    >
      <button type="button" className="button-dark" aria-disabled={isRemoving} onClick={() => void clean()}>
        {isRemoving ? 'Removing...' : 'Remove Background'}
      </button>
    </PictureField>
  );
}
