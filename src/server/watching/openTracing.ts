import { setTimeout as delay } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { TracedPart, Tracing } from '../config/tracing';

const closeMs = 3_000;
const kinds = { inner: SpanKind.INTERNAL, database: SpanKind.CLIENT } as const;

/**
 * Sends traces by OTLP over HTTP, as the environment says (OTEL_EXPORTER_OTLP_…, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES,
 * OTEL_TRACES_SAMPLER, OTEL_BSP_…).
 */
export function openTracing(): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'portal' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('portal');
  const propagator = new W3CTraceContextPropagator();
  const reader = {
    get: (carrier: Readonly<Record<string, string>>, key: string) => carrier[key],
    keys: (carrier: Readonly<Record<string, string>>) => Object.keys(carrier),
  };
  return {
    beginRequest(parent, attributes) {
      const context = parent === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, { traceparent: parent }, reader);
      // What it is called is known once it is routed.
      return toPart(tracer, tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, context), context);
    },
    close: () => Promise.race([provider.shutdown(), delay(closeMs, undefined, { ref: false })]).catch(() => undefined),
  };
}

function toPart(tracer: Tracer, span: Span, context: Context): TracedPart {
  const within = trace.setSpan(context, span);
  return {
    begin: (name, kind, attributes) => toPart(tracer, tracer.startSpan(name, { kind: kinds[kind], attributes }, within), within),
    end({ name, attributes, failed } = {}) {
      if (name !== undefined) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
