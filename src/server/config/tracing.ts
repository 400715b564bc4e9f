import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that takes time, begun; `end` is called once. */
export interface TracedPart {
  /** @param outcome how it is to be called in the end, what came of it, and whether it failed */
  end(outcome?: { name?: string; attributes?: Readonly<Record<string, string | number>>; failed?: boolean }): void;
  /** Begins something within it. Nothing in names and attributes says who asked, or with which values. */
  begin(name: string, kind: 'inner' | 'database', attributes?: Readonly<Record<string, string>>): TracedPart;
}

/** Notes what is done for requests, and for how long. */
export interface Tracing {
  /** Begins a request. @param parent the header `traceparent` (W3C Trace Context) of who is believed */
  beginRequest(parent: string | undefined, attributes: Readonly<Record<string, string>>): TracedPart;
  /** Hands over what was noted, for as long as that may take. */
  close(): Promise<void>;
}

const current = new AsyncLocalStorage<TracedPart>();

/** Does work, and all that it begins, as a part of what is traced. */
export const runWithin = <T>(part: TracedPart, work: () => T): T => current.run(part, work);

/** Returns what is traced of what is being done; undefined where nothing is. */
export const getCurrentPart = (): TracedPart | undefined => current.getStore();

/** Does work that is traced by its name, where what it is done for is traced. */
export async function tracePart<T>(name: string, work: () => Promise<T>): Promise<T> {
  const part = current.getStore()?.begin(name, 'inner');
  if (!part) return work();
  try {
    const result = await runWithin(part, work);
    part.end();
    return result;
  } catch (error) {
    part.end({ failed: true });
    throw error;
  }
}

/** Returns whether the environment names a place that takes traces (OpenTelemetry, Environment Variable Specification). */
export const isTraced = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env['OTEL_SDK_DISABLED'] !== 'true' && Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
