import { createTransport } from 'nodemailer';
import type { Deliver } from './outbox';

/** Delivers by SMTP. Addresses go in as objects, so that nothing typed into a form can add a recipient or a header. */
export function smtpDelivery(smtpUrl: string, from: { name: string; address: string }): { deliver: Deliver; close: () => void } {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  return {
    deliver: async ({ messageId, to, subject, body, attachments }) => {
      await transport.sendMail({
        messageId,
        from,
        to: { name: '', address: to },
        subject,
        text: body,
        // Always text that is there already, never a file or an address to read; in base64, so that its line ends arrive as they are.
        attachments: attachments.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          content,
          contentTransferEncoding: 'base64' as const,
        })),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}
