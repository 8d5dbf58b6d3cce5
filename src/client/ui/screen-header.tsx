import type { ReactNode } from 'react';
import { BottomBar } from './bottom-bar';
import { PageTitle } from './page-title';

type ScreenHeaderProps = {
  title: string;
  text: ReactNode;
  layout?: string;
  /** True to show the actions at the bottom edge of a phone. */
  hasBar?: boolean;
  children?: ReactNode;
};

/** Shows the title of a screen, its purpose in a sentence, and its actions. */
export const ScreenHeader = ({ title, text, layout = 'gap-x-6 gap-y-3', hasBar = false, children }: ScreenHeaderProps) => (
  <header className={`flex flex-wrap items-end ${hasBar ? 'gap-x-6 gap-y-4 max-sm:contents' : layout}`}>
    <div className="mr-auto">
      <PageTitle>{title}</PageTitle>
      <p className="mt-1 text-muted">{text}</p>
    </div>
    {hasBar ? <BottomBar>{children}</BottomBar> : children}
  </header>
);
