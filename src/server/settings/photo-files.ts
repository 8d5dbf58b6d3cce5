import { existsSync } from 'node:fs';
import path from 'node:path';
import { fieldError } from '../../shared/errors';
import { photoFiles, type SitePhotos } from '../../shared/website';
import type { Ctx } from '../context';

/** Throws BAD_REQUEST for a new photo whose files are missing. A photo that lost its files later does not block other changes. */
export function assertPhotoFiles({ uploadFolder }: Pick<Ctx, 'uploadFolder'>, before: SitePhotos, after: SitePhotos): void {
  const known = Object.values(before).map((photo) => photo?.name);
  for (const [place, photo] of Object.entries(after))
    if (photo && !known.includes(photo.name) && !photoFiles(photo.name).every((file) => existsSync(path.join(uploadFolder, file))))
      throw fieldError(`photos.${place}.alt`, 'Please upload the photo again.');
}
