import { type Attributes, context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'

/** Until an SDK is started this does nothing; from then on it is the SDK's. */
const tracer = trace.getTracer('throughline')

/** Runs `work` in a span that ends with it; the error itself goes to the log, not into the trace. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** How another process, perhaps much later, continues the trace that is active here. */
export function currentTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

export function continueTrace<T>(traceparent: string | undefined, work: () => Promise<T>): Promise<T> {
  if (!traceparent) return work()
  return context.with(propagation.extract(context.active(), { traceparent }), work)
}
