import type { ActivityInterceptorsFactory } from '@temporalio/worker'

/** An activity that has a heartbeat timeout shows signs of life while it runs, so that a killed worker is noticed soon. */
export const beatHearts: ActivityInterceptorsFactory = (context) => ({
  inbound: {
    execute: async (input, next) => {
      const { heartbeatTimeoutMs } = context.info
      if (!heartbeatTimeoutMs) return next(input)
      const beat = setInterval(() => context.heartbeat(), heartbeatTimeoutMs / 3)
      try {
        return await next(input)
      } finally {
        clearInterval(beat)
      }
    },
  },
})
