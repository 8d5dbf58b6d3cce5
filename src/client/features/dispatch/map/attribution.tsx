const LINK = /<a\s[^>]*?href=["'](https?:\/\/[^"']+)["'][^>]*>([^<]*)<\/a>/gi;
const SIGNS: Record<string, string> = { '&copy;': '©', '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const readSigns = (text: string): string => text.replace(/&(copy|amp|lt|gt|quot|#39);/g, (sign) => SIGNS[sign] ?? sign);

type Part = { text: string; href?: string };

/** Returns the words and links of an attribution in HTML, as providers write it; other tags stay text. */
function readParts(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const link of text.matchAll(LINK)) {
    parts.push({ text: readSigns(text.slice(end, link.index)) }, { text: readSigns(link[2] ?? ''), href: readSigns(link[1] ?? '') });
    end = link.index + link[0].length;
  }
  return [...parts, { text: readSigns(text.slice(end)) }];
}

type AttributionProps = { text: string | null; lookUpHost: string | null };

export function Attribution({ text, lookUpHost }: AttributionProps) {
  if (text === null && lookUpHost === null) return null;
  return (
    <p className="pointer-events-auto ml-auto rounded-small bg-paper/90 px-2 py-0.5 text-right text-muted text-xs">
      {readParts(text ?? '').map(({ text: words, href }) =>
        href ? (
          <a key={href} href={href} target="_blank" rel="noopener noreferrer" className="text-pine-700! underline underline-offset-2">
            {words}
          </a>
        ) : (
          words
        ),
      )}
      {lookUpHost && <span className="block">Addresses looked up at {lookUpHost}</span>}
    </p>
  );
}
