import { useState } from 'react';

const PLACEHOLDER = '/placeholder.svg';

type ProductImageProps = { url: string | null; name: string; className?: string; isLazy?: boolean };

export function ProductImage({ url, name, className, isLazy = true }: ProductImageProps) {
  const [broken, setBroken] = useState<string>();
  const isBroken = url === null || broken === url;
  return (
    <img
      src={isBroken ? PLACEHOLDER : url}
      alt={name}
      width={320}
      height={240}
      loading={isLazy ? 'lazy' : 'eager'}
      decoding="async"
      className={className}
      // A picture that failed before hydration fires no further event.
      ref={(image) => {
        if (image && !isBroken && image.complete && image.naturalWidth === 0 && url) setBroken(url);
      }}
      onError={() => url && setBroken(url)}
    />
  );
}
