import { type Plan, ports } from './plan';

/**
 * Writes the configuration of PgBouncer in transaction mode, which leads to the primary through HAProxy.
 * @param files where the names with their passwords are, and where its socket may be
 */
export function writePgbouncerConfiguration(files: { users: string; folder: string }): string {
  return `[databases]
portal = host=127.0.0.1 port=${ports.primary} dbname=portal
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pooler}
unix_socket_dir = ${files.folder}
auth_type = scram-sha-256
auth_file = ${files.users}
pool_mode = transaction
max_client_conn = 400
; As many as all servers of the portal use together: each keeps some of its own for reading.
default_pool_size = 40
; Seconds until a primary that could not be reached is tried again; 15 unless set.
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
`;
}

/** Writes the names and passwords that PgBouncer lets in, and goes in with itself. */
export const writePgbouncerUsers = ({ passwords }: Plan): string => `"portal" "${passwords.portal}"\n`;
