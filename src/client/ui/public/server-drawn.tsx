import { type ReactNode, type Ref, useState } from 'react';

type ServerDrawnProps = { name: string; className?: string; children: ReactNode; ref?: Ref<HTMLDivElement> };

/**
 * Draws a part of a page on the server alone. The browser keeps what it finds there, so that the page's scripts do not hold the part: pass
 * `import.meta.env.SSR && <Part />`, which the browser's build leaves out. For pages that always come from the server.
 */
export function ServerDrawn({ name, children, ...own }: ServerDrawnProps) {
  // React keeps the part also if it must draw the page anew, after an extension of the browser has changed it.
  const [drawn] = useState(() => (import.meta.env.SSR ? '' : (document.querySelector(`[data-drawn=${name}]`)?.innerHTML ?? '')));
  if (import.meta.env.SSR)
    return (
      <div {...own} data-drawn={name}>
        {children}
      </div>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server itself drew here.
  return <div {...own} data-drawn={name} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: drawn }} />;
}
