import { BlockList } from 'node:net';
import { addNetwork, hasAddress } from './networks';

/** Whose X-Forwarded-* headers are believed (Fastify's `trustProxy`). */
export interface ProxyTrust {
  /**
   * Returns whether the sender of a header is a proxy of ours.
   * @param hop 0 for who has connected, 1 for who that one says had connected to it ...
   */
  isTrusted(address: string, hop: number): boolean;
  /** Whether proxies are known by their addresses: only then does what they say of the host count. */
  byAddress: boolean;
}

const mostHops = 10;

/**
 * Reads TRUST_PROXY: how many proxies stand in front, or their addresses and networks (CIDR, RFC 4632), separated by commas.
 * @returns undefined for no proxy: unset, empty or 0
 * @throws Error when it is neither
 */
export function parseProxyTrust(text: string | undefined): ProxyTrust | undefined {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  const filled = parts.filter((part) => part !== '');
  if (filled.length === 0 || text?.trim() === '0') return undefined;
  const hops = /^\d{1,2}$/.test(text?.trim() ?? '') ? Number(text) : undefined;
  if (hops !== undefined && hops <= mostHops) return { isTrusted: (_address, hop) => hop < hops, byAddress: false };
  const proxies = new BlockList();
  for (const part of filled)
    if (!addNetwork(proxies, part))
      throw new Error(
        `TRUST_PROXY must be a number of proxies up to ${mostHops}, or addresses and networks such as 10.0.0.0/8, not ${JSON.stringify(part.slice(0, 60))}`,
      );
  return { isTrusted: (address) => hasAddress(proxies, address), byAddress: true };
}
