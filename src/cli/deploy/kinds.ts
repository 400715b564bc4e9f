/** A file that is written out. */
export interface Written {
  /** Below `templates`. */
  template: string;
  /** In the folder that is written to. */
  name: string;
  /** It holds keys or passwords: others may not read it, and it is never written over. */
  secret?: boolean;
}

/** A way to run the portal. */
export interface Kind {
  files: readonly Written[];
  /** Folders that are made, empty. */
  folders?: readonly string[];
  /** Lines of a shell and remarks, with places as in templates: what is done next. */
  next: readonly string[];
}

const same = (folder: string, names: readonly string[]): Written[] => names.map((name) => ({ template: `${folder}${name}`, name }));

const image = same('image/', ['Containerfile', 'Containerfile.dockerignore']);
const watching = same('', ['prometheus.yaml', 'alerts.yaml', 'grafana.json']);
const build = 'docker build --file @to@/Containerfile --tag @image@ @root@';

const compose: Kind = {
  files: [
    ...image,
    ...same('image/', ['Containerfile.database']),
    ...same('compose/', ['compose.yaml', 'haproxyDatabase.cfg', 'patroni.yml', 'createDatabase.sh', 'pgbouncer.ini']),
    ...same('', ['haproxy.cfg']),
    { template: 'compose/secrets.env', name: '.env', secret: true },
    { template: 'settings.env', name: 'portal.env', secret: true },
    ...watching,
  ],
  folders: ['certificates'],
  next: [
    build,
    'docker build --file @to@/Containerfile.database --tag @database@ @to@',
    'docker compose --project-directory @to@ up --detach',
    '# Certificates with their keys go into @to@/certificates, readable by user 99; settings into portal.env.',
  ],
};

const systemd: Kind = {
  files: [
    ...same('systemd/', ['portal.service', 'portal-backup.service', 'portal-backup.timer']),
    { template: 'systemd/sysusers.conf', name: 'portal.sysusers.conf' },
    { template: 'systemd/portal.env', name: 'portal.env', secret: true },
    ...same('', ['haproxy.cfg']),
    ...watching,
  ],
  next: [
    '# The portal lies in @app@, owned by root: there npm ci && npm run build. Then, as root:',
    'install -D -m 0644 @to@/portal.sysusers.conf /etc/sysusers.d/portal.conf && systemd-sysusers',
    'install -D -m 0600 @to@/portal.env /etc/portal/portal.env',
    'install -m 0644 @to@/portal.service @to@/portal-backup.service @to@/portal-backup.timer /etc/systemd/system/',
    'systemctl daemon-reload && systemctl enable --now portal.service portal-backup.timer',
    '# haproxy.cfg is for HAProxy in front of it, with certificates in @certificates@.',
  ],
};

const kubernetes: Kind = {
  files: [
    ...image,
    ...same('kubernetes/', ['kustomization.yaml', 'namespace.yaml', 'config.yaml', 'database.yaml', 'portal.yaml', 'ingress.yaml']),
    ...same('kubernetes/', ['backup.yaml', 'monitoring.yaml']),
    { template: 'kubernetes/secret.yaml', name: 'secret.yaml', secret: true },
    ...same('', ['grafana.json']),
  ],
  next: [
    `${build} && docker push @image@`,
    '# CloudNativePG has to be there; for monitoring.yaml Prometheus Operator, or take the file out of kustomization.yaml.',
    'kubectl apply --kustomize @to@',
  ],
};

/** The ways to run the portal for which there are templates. */
export const kinds = { compose, systemd, kubernetes } satisfies Record<string, Kind>;
