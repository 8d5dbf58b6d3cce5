import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { smtpDelivery } from '../../src/server/mail/transport';
import { company } from '../../src/shared/company';

export type Received = { from: string; recipients: string[]; raw: string; mail: Email };
type Refusal = { at: 'rcpt' | 'data'; code: number; to?: string };

/** A mail server on loopback that keeps its messages; `refusal` makes it reject all of them or one recipient. */
export class MailServer {
  readonly received: Received[] = [];
  refusal: Refusal | undefined;
  readonly #server: SMTPServer;

  private constructor() {
    const refuse = (at: Refusal['at'], to: string) =>
      this.refusal?.at === at && (this.refusal.to ?? to) === to
        ? Object.assign(new Error('Not today'), { responseCode: this.refusal.code })
        : undefined;
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) => done(refuse('rcpt', address)),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          const refused = refuse('data', recipients[0] ?? '');
          if (refused) return done(refused);
          const raw = Buffer.concat(chunks).toString();
          const { mailFrom } = session.envelope;
          this.received.push({ from: mailFrom ? mailFrom.address : '', recipients, raw, mail: await PostalMime.parse(raw) });
          done();
        });
      },
    });
    // A client that disconnects in mid-sentence is expected.
    this.#server.on('error', () => undefined);
  }

  static async start(port = 0): Promise<MailServer> {
    const mail = new MailServer();
    await new Promise<void>((done) => mail.#server.listen(port, '127.0.0.1', done));
    return mail;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }
  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }
  /** Connects our delivery to this server. */
  connect() {
    return smtpDelivery(this.url, () => ({ name: company.name, address: company.email }));
  }
  async stop(): Promise<void> {
    await new Promise<void>((done) => this.#server.close(done));
  }
}

/** A server that accepts connections, says `greeting` and then nothing more. */
export class SilentServer {
  readonly sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(greeting: string) {
    this.#server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.write(greeting);
    });
  }
  static async start(greeting = '', port = 0): Promise<SilentServer> {
    const silent = new SilentServer(greeting);
    await new Promise<void>((done) => silent.#server.listen(port, '127.0.0.1', done));
    return silent;
  }
  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }
}

/** A mail server that accepts each message up to its final dot and answers only when the test says so. */
export class SlowServer {
  taken = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      let isData = false;
      let heard = '';
      socket.on('data', (chunk: Buffer) => {
        heard += chunk.toString();
        if (isData) {
          if (!heard.endsWith('\r\n.\r\n')) return;
          this.taken += 1;
          isData = false;
          heard = '';
          return;
        }
        for (const line of heard.split('\r\n').slice(0, -1)) {
          isData ||= line === 'DATA';
          socket.write(line === 'DATA' ? '354 Go on\r\n' : '250 OK\r\n');
        }
        heard = '';
      });
      socket.write('220 mail.example ESMTP\r\n');
    });
  }

  static async start(): Promise<SlowServer> {
    const slow = new SlowServer();
    await new Promise<void>((done) => slow.#server.listen(0, '127.0.0.1', done));
    return slow;
  }
  connect() {
    const { port } = this.#server.address() as AddressInfo;
    return smtpDelivery(`smtp://127.0.0.1:${port}`, () => ({ name: company.name, address: company.email }));
  }
  answer(line: string): void {
    for (const socket of this.#sockets) socket.write(`${line}\r\n`);
  }
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }
}
