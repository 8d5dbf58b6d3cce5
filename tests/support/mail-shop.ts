import { afterEach, beforeEach } from 'vitest';
import { outbox } from '../../db/schema';
import { type Deliver, deliverDueMessages } from '../../src/server/mail/outbox';
import { MailServer } from './mail-server';
import { openShop } from './shop';

export type Shop = ReturnType<typeof openShop>;
export const openWithMail = (file?: string) => openShop({ hasMailServer: true, ...(file !== undefined && { file }) });
/** Returns all stored messages. */
export const rows = (shop: Shop) => shop.rows(outbox);
/** A message to send. */
export const NOTE = {
  purpose: 'note',
  to: 'maria@example.com',
  subject: 'Hello',
  body: 'A line.\n',
  relatedType: 'quote',
  relatedId: 1,
  dedupeKey: 'note:1',
};

/** A mail server for each test, and a shop's connection to it. */
export class PostOffice {
  server!: MailServer;
  post!: ReturnType<MailServer['connect']>;

  constructor() {
    beforeEach(async () => {
      this.server = await MailServer.start();
      this.post = this.server.connect();
    });
    afterEach(async () => {
      this.post.close();
      await this.server.stop();
    });
  }

  /** Sends the due messages. */
  deliver(shop: Shop, by: Deliver = this.post.deliver): Promise<void> {
    return deliverDueMessages(shop.ctx, by);
  }
}
