import { FastifyOtelInstrumentation } from '@fastify/otel'
import { NodeSDK, tracing } from '@opentelemetry/sdk-node'
import type { FastifyPluginCallback } from 'fastify'
import type { Config } from '../config.ts'

export interface Telemetry {
  /** Spans for every HTTP request; register it before the routes. */
  httpPlugin: FastifyPluginCallback | undefined
  readonly stop: () => Promise<void>
}

/** Decided from the trace's id alone: every process decides alike, and no caller can have everything recorded. */
function sampler(ratio: number) {
  const root = new tracing.TraceIdRatioBasedSampler(ratio)
  return new tracing.ParentBasedSampler({ root, remoteParentSampled: root })
}

/** Traces and metrics leave only when a collector is configured; the exporters read its address from the environment. */
export function startTelemetry(config: Config, service: string): Telemetry {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return { httpPlugin: undefined, stop: async () => {} }
  const http = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    recordExceptions: false,
    // The address as called may carry what only the caller should know.
    requestHook: (span, request) => span.setAttribute('url.path', request.routeOptions.url ?? 'unknown'),
  })
  const sdk = new NodeSDK({
    serviceName: `throughline-${service}`,
    sampler: sampler(config.TRACE_RATIO),
    instrumentations: [http],
    logRecordProcessors: [],
  })
  sdk.start()
  return { httpPlugin: http.plugin(), stop: () => sdk.shutdown() }
}
