import { Transform } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Deliver } from './outbox';
import type { Outgoing } from './outgoing';

type Sender = { name: string; address: string };

/** Converts a message for nodemailer. Addresses are objects, so that form input cannot add a recipient or a header. */
const toMail = ({ messageId, to, subject, body, html, attachments, unsubscribeUrl }: Outgoing, from: Sender): SendMailOptions => ({
  messageId,
  from,
  to: { name: '', address: to },
  subject,
  text: body,
  html,
  // RFC 2369 and RFC 8058: the mail program shows its own unsubscribe button.
  ...(unsubscribeUrl && { headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }),
  // Inline content only, never a path or a URL to read; base64 preserves line endings.
  attachments: attachments.map(({ filename, contentType, content, encoding }) => ({
    filename,
    contentType,
    content: Buffer.from(content, encoding ?? 'utf8'),
    contentTransferEncoding: 'base64' as const,
  })),
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Time limit for handing over a message up to its final dot, in ms. */
const HAND_OVER_MS = 60_000;
/** Time limit for the server's reply to the final dot, in ms (RFC 5321 section 4.5.3.2.6). */
const LAST_REPLY_MS = 600_000;

/** Calls `onHandedOver` before a message's final dot. If that throws or comes too late, the dot is not sent, so neither is the message. */
const handOver = (onHandedOver: () => void, isTooLate: () => boolean): Transform =>
  new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => {
      if (isTooLate()) return done(new Error('The mail server did not take the message in time.'));
      try {
        onHandedOver();
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });

/** Creates the SMTP delivery; `sender` is read for each message. */
export function smtpDelivery(
  smtpUrl: string,
  sender: () => Sender,
  { handOverMs = HAND_OVER_MS, lastReplyMs = LAST_REPLY_MS } = {},
): { deliver: Deliver; close: () => void } {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: lastReplyMs });
  const streams = new Map<string, () => Transform>();
  transport.use('stream', ({ message }, done) => {
    const stream = streams.get(message.messageId());
    if (stream) message.transform(stream);
    done();
  });
  const deliver: Deliver = async (message, onHandedOver) => {
    let timer: NodeJS.Timeout | undefined;
    let isTooLate = false;
    const tooLate = new Promise<never>((_done, fail) => {
      timer = setTimeout(() => {
        isTooLate = true;
        fail(new Error('The mail server did not take the message in time.'));
      }, handOverMs);
    });
    const onHandOver = () => {
      onHandedOver();
      clearTimeout(timer);
    };
    streams.set(message.messageId, () => handOver(onHandOver, () => isTooLate));
    try {
      await Promise.race([transport.sendMail(toMail(message, sender())), tooLate]);
    } finally {
      clearTimeout(timer);
      streams.delete(message.messageId);
    }
  };
  return { deliver, close: () => transport.close() };
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** Returns a message as the bytes of an .eml file (RFC 5322) with the given date. */
export async function composeFile(message: Outgoing, from: Sender, date: Date): Promise<Buffer> {
  const { message: bytes } = await composer.sendMail({ ...toMail(message, from), date });
  return bytes as Buffer;
}
