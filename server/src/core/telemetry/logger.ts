import { trace } from '@opentelemetry/api'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'
import { redact, redactFields } from './redact.ts'

/** Lets a line be found from its trace and the other way round. */
function traceFields() {
  const span = trace.getActiveSpan()?.spanContext()
  return span ? { trace_id: span.traceId } : {}
}

/** One JSON line for each event, on standard output unless a destination is given. */
export function createLogger(
  config: Pick<Config, 'LOG_LEVEL'>,
  service: string,
  destination: DestinationStream = pino.destination({ sync: true }),
): Logger {
  return pino(
    {
      level: config.LOG_LEVEL,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceFields,
      formatters: { level: (level) => ({ level }), log: redactFields },
      serializers: { err: (error: Error) => redact({ ...pino.stdSerializers.err(error) }) },
    },
    destination,
  )
}
