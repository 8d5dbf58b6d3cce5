import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { SmsGateway } from '../../src/server/providers/sms-gateway';

type Sms = { from: string; to: string; text: string; id: string };

/** An SMS gateway on loopback for each test, which keeps its texts; it answers with `status`. */
export class SmsServer {
  readonly received: { authorization: string | undefined; sms: Sms }[] = [];
  status = 200;
  gateway!: SmsGateway;
  #server!: Server;

  constructor() {
    beforeEach(async () => {
      this.received.length = 0;
      this.status = 200;
      this.#server = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        this.received.push({ authorization: request.headers.authorization, sms: JSON.parse(Buffer.concat(chunks).toString()) });
        response.writeHead(this.status).end('{}');
      });
      await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
      const { port } = this.#server.address() as AddressInfo;
      this.gateway = new SmsGateway(`http://127.0.0.1:${port}/send`, 'key-1', '+12505550100');
    });
    afterEach(() => this.stop());
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
