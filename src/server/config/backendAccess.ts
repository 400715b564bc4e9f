import { BlockList, isIP } from 'node:net';
import { addNetwork, hasAddress, listNetworks } from './networks';

/** Where the back ends of institutions may be. */
export interface BackendAccess {
  /**
   * Returns whether a connection may be made. Whoever writes an institution's settings is not to reach what stands beside this server.
   * @param address what the host was resolved to
   * @param host the host and port as the settings name them; an IPv6 address without brackets
   */
  mayReach(address: string, host: string, port: number): boolean;
}

/**
 * IPv4 addresses that are nobody's on the internet (IANA IPv4 Special-Purpose Address Registry, RFC 6890), multicast (RFC 5771), and the
 * one public address at which a cloud tells its machines about themselves (Azure's wire server).
 */
const specialIpv4 = listNetworks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  '168.63.129.16',
]);

/** All public IPv6 addresses (RFC 4291); loopback, unique local, link-local, multicast and those that stand for IPv4 ones are outside. */
const globalIpv6 = listNetworks(['2000::/3']);

/** Of these the ones with a special purpose (IANA IPv6 Special-Purpose Address Registry): protocols, tunnels to IPv4, documentation. */
const specialIpv6 = listNetworks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Returns whether an address is a public one. @internal */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !hasAddress(specialIpv4, address);
  return isIP(address) === 6 && !address.includes('%') && hasAddress(globalIpv6, address) && !hasAddress(specialIpv6, address);
}

/** A host and port that the operator vouches for: by name whatever it is resolved to, by address that one. */
interface NamedHost {
  host: string;
  port: number;
  address?: BlockList;
}

/**
 * Reads ALLOW_PRIVATE_BACKENDS: hosts with a port (an IPv6 address in brackets), addresses and networks (CIDR), separated by commas. Public
 * addresses may always be reached, others when they are named.
 * @throws Error when an entry is none of these
 */
export function parseBackendAccess(text: string | undefined): BackendAccess {
  const networks = new BlockList();
  const named: NamedHost[] = [];
  const entries = (text ?? '').split(',').map((entry) => entry.trim());
  for (const entry of entries.filter((filled) => filled !== '')) {
    const host = parseHost(entry);
    if (host) named.push(host);
    else if (!addNetwork(networks, entry))
      throw new Error(
        `ALLOW_PRIVATE_BACKENDS must list hosts with a port, addresses and networks, such as 127.0.0.1:4000,api.internal:8080,10.1.0.0/16, not ${JSON.stringify(entry.slice(0, 60))}`,
      );
  }
  const isNamed = (address: string, host: string, port: number): boolean =>
    named.some((entry) => entry.port === port && (entry.address ? hasAddress(entry.address, address) : entry.host === host.toLowerCase()));
  return {
    mayReach: (address, host, port) => isPublicAddress(address) || hasAddress(networks, address) || isNamed(address, host, port),
  };
}

function parseHost(entry: string): NamedHost | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F.:]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(entry) ?? [];
  const [host, port] = [bracketed ?? plain ?? '', Number(digits)];
  if (host === '' || !(port >= 1 && port <= 65_535) || (bracketed !== undefined && isIP(host) !== 6)) return undefined;
  return { host: host.toLowerCase(), port, ...(isIP(host) === 0 ? {} : { address: listNetworks([host]) }) };
}
