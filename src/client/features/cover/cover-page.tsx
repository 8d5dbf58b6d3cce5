import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PageCompany } from '../../../shared/company';
import { wait } from '../../pause';
import { useCompany } from '../../ui/public/company';
import { Icon, Logo } from '../../ui/public/icons';
import { showToast } from '../../ui/toast/toast-store';
import { COVER, type CoverText, describeCover, getCoverText } from './cover-text';
import { drawCover, loadBackground, loadFaces } from './draw-cover';
import { SetupGuide } from './setup-guide';

const SHORTEST_MS = 400;
const COPIED = 'Cover image copied to clipboard! You can now paste it directly on Facebook.';

function useCover(text: CoverText) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBusy, setIsBusy] = useState(true);
  const draw = useCallback(async () => {
    setIsBusy(true);
    const [background] = await Promise.all([loadBackground(), loadFaces(), wait(SHORTEST_MS)]);
    try {
      if (canvas.current) await drawCover(canvas.current, text, background);
    } finally {
      setIsBusy(false);
    }
  }, [text]);
  // Draws on the browser's canvas.
  useEffect(() => void draw(), [draw]);
  return { canvas, isBusy, draw };
}

export function CoverPage() {
  const company = useCompany();
  const text = useMemo(() => getCoverText(company), [company]);
  const { canvas, isBusy, draw } = useCover(text);
  const copy = async () => {
    if (!canvas.current) return;
    const outcome = await copyCover(canvas.current);
    if (outcome === 'copied') showToast({ title: 'Copied', description: COPIED });
    else showToast({ title: 'Downloaded instead', description: 'This browser cannot copy pictures, so we saved it as a PNG file.' });
  };
  return (
    <main id="main" className="bg-sage-50">
      <div className="wrap grid gap-x-10 gap-y-6 pt-3 pb-14 lg:grid-cols-[minmax(0,820px)_1fr] lg:pt-5 lg:pb-20">
        <header className="lg:col-span-2">
          <a href="/" className="inline-flex min-h-11 items-center gap-2 font-medium text-pine-700 hover:underline">
            <Icon name="out" className="size-4.5 -rotate-[135deg]" /> Back to Home
          </a>
          <h1 className="mt-1 font-bold text-[clamp(34px,4.4vw,56px)]">Facebook Cover</h1>
          <p className="mt-2 max-w-[36em] text-lg text-muted">
            {`A picture of ${COVER.width} × ${COVER.height} pixels for the top of your company’s page.`}
          </p>
        </header>
        <div className="overflow-hidden rounded-card border border-line bg-paper shadow-card">
          <canvas
            ref={canvas}
            width={COVER.width}
            height={COVER.height}
            role="img"
            aria-label={describeCover(text)}
            aria-busy={isBusy}
            className="block h-auto w-full bg-pine-900"
          >
            {describeCover(text)}
          </canvas>
          <PageMock company={company} />
        </div>
        <div className="grid content-start gap-3 sm:grid-cols-3 lg:grid-cols-1">
          <button type="button" className="button-primary min-h-13 text-[17px]" disabled={isBusy} onClick={() => void copy()}>
            Copy to Clipboard
          </button>
          <button
            type="button"
            className="button-dark min-h-13"
            disabled={isBusy}
            onClick={() => canvas.current && void downloadCover(canvas.current)}
          >
            <Icon name="download" className="size-4.5" /> Download PNG
          </button>
          <button type="button" className="button-ghost min-h-13" aria-disabled={isBusy} onClick={() => !isBusy && void draw()}>
            {isBusy ? 'Generating...' : 'Regenerate Image'}
          </button>
          <p className="text-[15px] text-muted sm:col-span-3 lg:col-span-1 lg:mt-2">
            The bubbles are different in every picture. Regenerate the image until you like it.
          </p>
        </div>
      </div>
      <SetupGuide />
    </main>
  );
}

const PageMock = ({ company: { name, city, region, logo } }: { company: PageCompany }) => (
  <div aria-hidden="true" className="flex items-center gap-4 px-5 pb-5 sm:gap-6 sm:px-8">
    <span className="-mt-6 grid size-24 shrink-0 place-items-center rounded-full border-4 border-paper bg-pine-900 sm:-mt-10 sm:size-[170px] sm:border-[5px]">
      {logo === null ? (
        <Logo className="size-12 sm:size-21" />
      ) : (
        <img src={`/uploads/${logo}`} alt="" className="size-full rounded-full bg-white object-contain p-3" />
      )}
    </span>
    <span className="grid pt-3">
      <b className="font-bold font-display text-[19px] leading-tight tracking-display sm:text-[28px]">{name}</b>
      <span className="text-muted text-sm sm:text-base">{`Cleaning service in ${city}, ${region}`}</span>
    </span>
  </div>
);

const FILE_NAME = 'facebook-cover.png';

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture could not be made.'))), 'image/png'),
  );

async function downloadCover(canvas: HTMLCanvasElement): Promise<void> {
  const address = URL.createObjectURL(await toPng(canvas));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  // Some browsers read the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function copyCover(canvas: HTMLCanvasElement): Promise<'copied' | 'downloaded'> {
  try {
    // The picture goes in as a promise: Safari wants the call itself within the press of the button.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(canvas) })]);
    return 'copied';
  } catch {
    await downloadCover(canvas);
    return 'downloaded';
  }
}
