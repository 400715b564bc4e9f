import { BlockList, isIP } from 'node:net';

/**
 * Adds an address or a network (CIDR, RFC 4632 and 4291) to a list.
 * @returns whether the text is one; otherwise the list stays as it was
 */
export function addNetwork(list: BlockList, text: string): boolean {
  const [, address = '', prefix] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const longest = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || Number(prefix ?? longest) > longest) return false;
  list.addSubnet(address, Number(prefix ?? longest), familyOf(address));
  return true;
}

/** Returns whether an address is in a list; an IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) is what it stands for. */
export const hasAddress = (list: BlockList, address: string): boolean => isIP(address) !== 0 && list.check(address, familyOf(address));

/** Returns the list of networks that the code names. @throws Error for a text that is no network */
export function listNetworks(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) if (!addNetwork(list, text)) throw new Error(`${text} is no network`);
  return list;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
