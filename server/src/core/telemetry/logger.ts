import { trace } from '@opentelemetry/api'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'
import { redact, redactFields } from './redact.ts'

/** Lets a line be found from its trace and the other way round. */
function traceFields() {
  const span = trace.getActiveSpan()?.spanContext()
  return span ? { trace_id: span.traceId } : {}
}

/** Lines leave in batches, at least four times a second, and all of them when the process ends or tells of its death. */
const standardOutput = () => pino.destination({ sync: false, minLength: 4096, periodicFlush: 250 })

/** One JSON line for each event, on standard output unless a destination is given. */
export function createLogger(
  config: Pick<Config, 'LOG_LEVEL'>,
  service: string,
  destination: DestinationStream = standardOutput(),
): Logger {
  return pino(
    {
      level: config.LOG_LEVEL,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceFields,
      formatters: { level: (level) => ({ level }), log: redactFields },
      // What `redactFields` made of an error stays as it is.
      serializers: { err: redact },
    },
    destination,
  )
}
