import { getQuoteNumber, invoicePath, quotePath } from '../../../shared/invoices';
import type { Invoice } from '../../../shared/invoices-schemas';
import { getToday } from '../../clock';
import { PrintButton, SaveButton } from './document-buttons';

type InvoiceProps = { invoice: Pick<Invoice, 'id' | 'invoiceNumber'>; look?: string };

export const DownloadInvoice = ({ invoice: { id, invoiceNumber }, ...look }: InvoiceProps) => (
  <SaveButton
    {...look}
    label="Download"
    about={invoiceNumber}
    path={invoicePath(id)}
    fileName={`Invoice_${invoiceNumber}_${getToday()}.html`}
    saved={{ title: 'Invoice Downloaded', description: 'Open the file and use the print function of your browser to save it as a PDF.' }}
  />
);

export const DownloadQuote = ({ invoice: { id, invoiceNumber }, ...look }: InvoiceProps) => (
  <SaveButton
    {...look}
    label="Quote"
    about={getQuoteNumber(invoiceNumber)}
    path={quotePath(id)}
    fileName={`Quote_${getQuoteNumber(invoiceNumber)}_${getToday()}.html`}
    saved={{ title: 'Quote Downloaded', description: `${getQuoteNumber(invoiceNumber)} holds for 30 days from today.` }}
  />
);

export const PaperInvoice = ({ invoice: { id, invoiceNumber } }: InvoiceProps) => (
  <>
    <SaveButton
      label="PDF"
      about={invoiceNumber}
      path={`${invoicePath(id)}.pdf`}
      fileName={`Invoice_${invoiceNumber}_${getToday()}.pdf`}
      saved={{ title: 'Invoice Downloaded', description: `${invoiceNumber} was saved as a PDF.` }}
    />
    <PrintButton about={invoiceNumber} path={invoicePath(id)} />
  </>
);
