import { BlockList, isIP } from 'node:net';

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
  for (const part of filled) addNetwork(proxies, part);
  return { isTrusted: (address) => isIP(address) !== 0 && proxies.check(address, familyOf(address)), byAddress: true };
}

function addNetwork(proxies: BlockList, text: string): void {
  const [, address = '', prefix] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const longest = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || Number(prefix ?? longest) > longest)
    throw new Error(
      `TRUST_PROXY must be a number of proxies up to ${mostHops}, or addresses and networks such as 10.0.0.0/8, not ${JSON.stringify(text.slice(0, 60))}`,
    );
  proxies.addSubnet(address, Number(prefix ?? longest), familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
