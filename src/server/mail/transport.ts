import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Deliver, Outgoing } from './outbox';

/** In whose name mail goes out. */
type Sender = { name: string; address: string };

/** A message for the mailer. Addresses go in as objects, so that nothing typed into a form can add a recipient or a header. */
const toMail = ({ messageId, to, subject, body, attachments, unsubscribeUrl }: Outgoing, from: Sender): SendMailOptions => ({
  messageId,
  from,
  to: { name: '', address: to },
  subject,
  text: body,
  // RFC 2369 and RFC 8058: the mail program's own button.
  ...(unsubscribeUrl && { headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }),
  // Always content that is there already, never a file or an address to read; in base64, so that its line ends arrive as they are.
  attachments: attachments.map(({ filename, contentType, content, encoding }) => ({
    filename,
    contentType,
    content: Buffer.from(content, encoding ?? 'utf8'),
    contentTransferEncoding: 'base64' as const,
  })),
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Delivers by SMTP, in whose name that moment says. */
export function smtpDelivery(smtpUrl: string, sender: () => Sender): { deliver: Deliver; close: () => void } {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  return {
    deliver: async (message) => {
      await transport.sendMail(toMail(message, sender()));
    },
    close: () => transport.close(),
  };
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** The same message as the bytes of an .eml file (RFC 5322), of that date. */
export async function composeFile(message: Outgoing, from: Sender, date: Date): Promise<Buffer> {
  const { message: bytes } = await composer.sendMail({ ...toMail(message, from), date });
  return bytes as Buffer;
}
