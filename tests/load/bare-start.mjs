// A bare node:http server with one prepared statement on a file, to compare with. Started by start.ts and blocks.ts without a compiler.
import { createServer } from 'node:http';
import Database from 'better-sqlite3';

const sqlite = new Database(process.argv[2]);
const count = sqlite.prepare('select count(*) as tables from sqlite_master');
const server = createServer((_request, response) => response.end(JSON.stringify(count.get())));
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.info(`"evt":"listening","port":${port}`);
});
