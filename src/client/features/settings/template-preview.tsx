import { type MessageText, renderMessage } from '../../../shared/message-text';

export function TemplatePreview({ values, ...text }: MessageText & { values: Readonly<Record<string, string>> }) {
  const { subject, body } = renderMessage(text, values);
  return (
    <section aria-labelledby="preview-title" className="grid gap-2">
      <h3 id="preview-title" className="font-semibold text-[15px]">
        Preview <span className="font-normal text-muted text-sm">with sample values</span>
      </h3>
      <div className="rounded-small border border-line bg-sage-50">
        <p className="border-line border-b px-4 py-3 font-semibold [overflow-wrap:anywhere]">{subject}</p>
        <pre className="whitespace-pre-wrap px-4 py-3 font-text text-[15px] [overflow-wrap:anywhere]">{body}</pre>
      </div>
    </section>
  );
}
