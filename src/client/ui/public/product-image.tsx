import { useState } from 'react';

const PLACEHOLDER = '/placeholder.svg';

type ProductImageProps = { url: string | null; name: string; className?: string; isLazy?: boolean };

/** A product's picture; a missing or broken one is replaced, once (decisions X21). */
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
      // A picture that broke before the page took over fires no event for us any more.
      ref={(image) => {
        if (image && !isBroken && image.complete && image.naturalWidth === 0 && url) setBroken(url);
      }}
      onError={() => url && setBroken(url)}
    />
  );
}
