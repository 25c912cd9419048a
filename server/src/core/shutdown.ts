import type { Logger } from 'pino'

const LONGEST = 10_000

export type Step = readonly [name: string, act: () => Promise<void> | void]

async function runSteps(log: Logger, steps: readonly Step[]): Promise<boolean> {
  let clean = true
  for (const [name, act] of steps) {
    try {
      await act()
    } catch (err) {
      clean = false
      log.error({ err, step: name }, 'a step of the shutdown failed')
    }
  }
  return clean
}

/**
 * On the first signal the steps run one after the other: stop taking work, finish what was begun, close. What is not
 * done after ten seconds, or at a second signal, is cut off; everything that matters can be cut off at any moment.
 */
export function shutDownOnSignal(log: Logger, steps: readonly Step[], longest = LONGEST): void {
  let asked = false
  const end = async (signal: string) => {
    if (asked) process.exit(1)
    asked = true
    log.info({ signal }, 'shutting down')
    setTimeout(() => {
      log.warn('shutdown took too long')
      process.exit(1)
    }, longest).unref()
    process.exit((await runSteps(log, steps)) ? 0 : 1)
  }
  process.on('SIGTERM', (signal) => void end(signal))
  process.on('SIGINT', (signal) => void end(signal))
}

/** A fault nobody handled leaves the process in an unknown state: say so and end, to be started again. */
export function endOnFault(log: Logger): void {
  const end = (err: unknown) => {
    log.fatal({ err }, 'unhandled fault')
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
