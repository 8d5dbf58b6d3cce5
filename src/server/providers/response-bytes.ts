/** Reads the bytes of a response. Throws when there are more than `limit`; `name` is that of the sender for the error. */
export async function readBytes(response: Response, limit: number, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limit) throw new Error(`${name} answered too much.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
