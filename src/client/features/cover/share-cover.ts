const FILE_NAME = 'facebook-cover.png';

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture could not be made.'))), 'image/png'),
  );

export async function downloadCover(canvas: HTMLCanvasElement): Promise<void> {
  const address = URL.createObjectURL(await toPng(canvas));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  // Some browsers read the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export async function copyCover(canvas: HTMLCanvasElement): Promise<'copied' | 'downloaded'> {
  try {
    // The picture goes in as a promise: Safari wants the call itself within the press of the button.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(canvas) })]);
    return 'copied';
  } catch {
    await downloadCover(canvas);
    return 'downloaded';
  }
}
