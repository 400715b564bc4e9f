import { type Plan, ports } from './plan';

/**
 * Writes the configuration of HAProxy: one port that leads to the primary, whichever node that is, and one that leads to the portal's servers that
 * want visitors.
 * @param servers the ports of the portal's servers on this machine
 */
export function writeHaproxyConfiguration({ databases }: Plan, servers: readonly number[]): string {
  const nodes = databases.map(({ name, address }) => `  server ${name} ${address}:${ports.postgres} check port ${ports.patroni}`);
  const portals = servers.map((port, index) => `  server portal${index + 1} 127.0.0.1:${port} check`);
  return `global
  maxconn 6000
defaults
  timeout connect 2s
  timeout check 3s
  timeout client 60s
  timeout server 60s
listen primary
  bind 127.0.0.1:${ports.primary}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /primary
  http-check expect status 200
  # Whoever still talks to a former primary has to ask for the new one.
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.join('\n')}
listen portal
  bind 127.0.0.1:${ports.portal}
  mode http
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  # Whoever does not come through to a server is led to another one, at once.
  option redispatch 1
  retries 2
  default-server inter 1s fall 2 rise 1
${portals.join('\n')}
`;
}
