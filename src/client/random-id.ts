/** Returns a random UUID, version 4. `crypto.randomUUID` exists on secure origins only, and a shop may run on plain http. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes]
    .map((byte, place) => (place === 6 ? (byte & 15) | 64 : place === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
