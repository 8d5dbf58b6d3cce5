import { Resolver } from 'node:dns/promises';
import type { Env } from '../env';

/** Looks up DNS records, which hold the keys of mail signatures. */
export type DnsLookup = (name: string, type: string) => Promise<unknown>;

/** Returns a lookup at the configured DNS servers, or else at those of the system, that gives up after a few seconds. */
export function readDnsLookup({ DNS_SERVERS }: Pick<Env, 'DNS_SERVERS'>): DnsLookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (DNS_SERVERS) resolver.setServers(DNS_SERVERS);
  return (name, type) => resolver.resolve(name, type);
}
