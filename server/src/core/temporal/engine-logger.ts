import type { Logger as EngineLogger, LogLevel } from '@temporalio/worker'
import type { Logger } from 'pino'

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const

/** The engine's own talk, a level quieter than ours. */
export function engineLogger(log: Logger): EngineLogger {
  const at = (level: LogLevel) => (message: string, meta: object | undefined) => {
    log[levels[level]]({ ...meta, part: 'temporal' }, message)
  }
  return {
    log: (level, message, meta) => at(level)(message, meta),
    trace: at('TRACE'),
    debug: at('DEBUG'),
    info: at('INFO'),
    warn: at('WARN'),
    error: at('ERROR'),
  }
}
