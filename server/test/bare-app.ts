import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from '../src/core/http/app.ts'
import { createStorage } from '../src/core/storage/storage.ts'
import { createTestContext } from './context.ts'

/** The HTTP layer alone, around routes of the test's own; nothing is counted and no server is asked. */
export function createBareApp(routes: AppOptions['routes'], more?: (app: FastifyInstance) => void) {
  const { ctx } = createTestContext('none')
  return buildApp({
    ctx,
    routes,
    shapes: {},
    storage: createStorage(ctx.config),
    limits: {
      takeAddress: async () => undefined,
      take: async () => undefined,
      giveBack: async () => undefined,
      takeAccount: async () => undefined,
      takeKey: async () => undefined,
      takeRespondent: async () => undefined,
      isUsual: async () => true,
      tryPage: async () => true,
      takeBytes: async () => true,
      giveBackBytes: async () => undefined,
      tryAccount: async () => true,
    },
    version: 'test',
    httpPlugin: undefined,
    more: async (app) => more?.(app),
  })
}
