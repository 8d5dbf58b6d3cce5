import { useState } from 'react';
import { creditNotePath, getQuoteNumber, invoicePath, quotePath, receiptPath } from '../../../shared/invoices';
import type { InvoiceDetails } from '../../../shared/invoices-schemas';
import { getToday } from '../../clock';
import { ActionButton } from '../../ui/action-button';
import { CopyButton } from '../../ui/copy-button';
import { downloadFile } from '../../ui/download-file';
import { openToPrint } from '../../ui/print-window';
import { showToast } from '../../ui/toast/toast-store';

export const ROW_BUTTON = 'button-ghost lg:min-h-9 lg:px-3.5 text-[15px]';

/** The name of each document, its path, and what to do with the saved page. */
const DOCUMENTS = {
  Invoice: ['Invoice', invoicePath, 'Open the file and use the print function of your browser to save it as a PDF.'],
  Receipt: ['Receipt', receiptPath, "Open the file and use your browser's print function to save as PDF."],
  'Credit-note': ['Credit Note', creditNotePath, 'Use the print function of your browser to save it as a PDF.'],
} as const;
type DocumentProps = { kind: keyof typeof DOCUMENTS; id: number; number: string };

export function SavePage({ kind, id, number }: DocumentProps) {
  const [name, toPath, description] = DOCUMENTS[kind];
  const saved = { title: `${name} Downloaded`, description };
  return <SaveButton label="Download" about={number} path={toPath(id)} fileName={`${kind}_${number}`} type="html" saved={saved} />;
}

export function SavePdf({ kind, id, number }: DocumentProps) {
  const [name, toPath] = DOCUMENTS[kind];
  const saved = { title: `${name} Downloaded`, description: `${number} was saved as a PDF.` };
  return <SaveButton label="PDF" about={number} path={`${toPath(id)}.pdf`} fileName={`${kind}_${number}`} type="pdf" saved={saved} />;
}

export const PrintDocument = ({ kind, id, number }: DocumentProps) => (
  <ActionButton look={ROW_BUTTON} label="Print" about={number} onPress={() => void openToPrint(DOCUMENTS[kind][1](id))} />
);

export function SaveQuote({ invoice: { id, invoiceNumber } }: { invoice: { id: number; invoiceNumber: string } }) {
  const number = getQuoteNumber(invoiceNumber);
  const saved = { title: 'Quote Downloaded', description: `${number} is valid for 30 days from today.` };
  return <SaveButton label="Quote" about={number} path={quotePath(id)} fileName={`Quote_${number}`} type="html" saved={saved} />;
}

type SaveButtonProps = {
  label: string;
  about: string;
  path: string;
  /** The name of the file before its day, unless the server sends one. */
  fileName: string;
  type: 'html' | 'pdf';
  saved: { title: string; description: string };
};

function SaveButton({ label, about, path, fileName, type, saved }: SaveButtonProps) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    await downloadFile(`${path}?download=1`, `${fileName}_${getToday()}.${type}`).then(
      () => showToast(saved),
      () => showToast({ title: 'Error', description: 'Failed to download the document. Please try again.', kind: 'destructive' }),
    );
    setIsSaving(false);
  };
  return (
    <ActionButton look={ROW_BUTTON} label={label} about={about} busy="Downloading..." isPending={isSaving} onPress={() => void save()} />
  );
}

/** Copies the link of the page where the client pays an invoice. */
export const CopyPayLink = ({ invoice: { payUrl, status, invoiceNumber, customerName } }: { invoice: InvoiceDetails }) =>
  payUrl !== null &&
  status !== 'paid' &&
  status !== 'credited' && (
    <CopyButton
      look={ROW_BUTTON}
      label="Copy pay link"
      about={invoiceNumber}
      text={payUrl}
      done={{ title: 'Link Copied', description: `Paste it into a message to ${customerName}.` }}
    />
  );

/** Returns the words of a toast about a document that was mailed. */
export const sentWords =
  (number: string) =>
  ({ isStored }: { isStored: boolean }, { customerEmail: to }: { customerEmail: string }) => ({
    title: 'Email Sent',
    description: isStored ? `${number} to ${to}: kept in the outbox: no mail server configured` : `${number} is on its way to ${to}.`,
  });

/** Returns the props that all buttons share that e-mail a document to its customer. */
export const mailing = (number: string) => ({ look: ROW_BUTTON, about: number, busy: 'Sending...', done: sentWords(number) });

/** Says that several documents were mailed. */
export const formatMailed = (documents: string, isStored: boolean): string =>
  isStored ? `${documents} kept in the outbox: no mail server configured` : `${documents} on the way`;
