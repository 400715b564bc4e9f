import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How often each server is asked whether it wants visitors, and after how many answers that it does not it gets none. */
const [everyMs, fall] = [200, 2];

interface Target {
  port: number;
  failures: number;
  sent: number;
}

/**
 * A load balancer as they are: it asks `/readyz`, hands requests in turn to the servers that want them, over connections that it keeps, and
 * tries none of them a second time.
 */
export class Balancer {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server = createServer((asked, reply) => this.pass(asked, reply));
  private readonly targets: Target[];
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  private constructor(ports: readonly number[]) {
    this.targets = ports.map((port) => ({ port, failures: fall, sent: 0 }));
    this.timer = setInterval(() => this.look(), everyMs);
  }

  /** Starts one on a port of its own, which sends nobody anywhere until it has asked. */
  static async start(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    await new Promise<void>((done) => balancer.server.listen(0, '127.0.0.1', done));
    return balancer;
  }

  get port(): number {
    const address = this.server.address();
    return address !== null && typeof address === 'object' ? (address satisfies AddressInfo).port : 0;
  }

  /** Whether visitors are sent to the server on a port. */
  uses(port: number): boolean {
    return this.targets.some((target) => target.port === port && target.failures < fall);
  }

  /** How many requests the server on a port got. */
  countSent(port: number): number {
    return this.targets.find((target) => target.port === port)?.sent ?? 0;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.agent.destroy();
    this.server.closeAllConnections();
    await new Promise<void>((done) => this.server.close(() => done()));
  }

  private look(): void {
    for (const target of this.targets) {
      const judge = (ready: boolean): void => {
        target.failures = ready ? 0 : target.failures + 1;
      };
      get({ port: target.port, host: '127.0.0.1', path: '/readyz', agent: false, timeout: 2_000 }, (reply) => {
        reply.resume();
        judge(reply.statusCode === 200);
      })
        .on('timeout', function (this: { destroy(): void }) {
          this.destroy();
        })
        .on('error', () => judge(false));
    }
  }

  private pass(asked: IncomingMessage, reply: ServerResponse): void {
    const ready = this.targets.filter(({ port }) => this.uses(port));
    const target = ready[(this.turn += 1) % ready.length];
    if (!target) {
      reply.writeHead(503).end('nobody is ready');
      return;
    }
    target.sent += 1;
    const { method, url: path, headers } = asked;
    const passed = request({ port: target.port, host: '127.0.0.1', agent: this.agent, method, path, headers }, (answer) => {
      const { connection: _own, ...kept } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(reply);
      answer.on('error', () => reply.destroy());
    });
    passed.on('error', ({ message }) => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end(message)));
    asked.pipe(passed);
  }
}
