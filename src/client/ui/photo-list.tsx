import { formatTimestamp } from './times';

type Picture = { id: number; url: string; kind: 'before' | 'after'; width: number; height: number; takenAt: string };
const NAMES = { before: 'Before', after: 'After' } as const;

/** Shows the photos of a job with links to full size. A photo without a URL is not uploaded yet. */
export const PhotoList = ({ photos }: { photos: readonly Picture[] }) => (
  <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5">
    {photos.map(({ id, url, kind, width, height, takenAt }) => (
      <li key={id}>
        {url === '' ? (
          <span className="grid aspect-square place-items-center rounded-small bg-sage-100 text-muted text-sm">waiting</span>
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer" className="block">
            <img
              src={url}
              width={width}
              height={height}
              loading="lazy"
              alt={`${NAMES[kind]}, ${formatTimestamp(takenAt)}`}
              className="aspect-square w-full rounded-small bg-sage-100 object-cover"
            />
          </a>
        )}
        <span className="text-muted text-sm">{NAMES[kind]}</span>
      </li>
    ))}
  </ul>
);
