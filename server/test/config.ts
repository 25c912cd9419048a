import { type Config, readConfig } from '../src/core/config.ts'

/** The stack's settings for one test database, with a task queue of its own. Only tests of payments take any. */
export const testEnvironment = (database: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PAYMENTS_KEY_ID: undefined,
  PAYMENTS_KEY_SECRET: undefined,
  PAYMENTS_WEBHOOK_SECRET: undefined,
  MAIL_IN_DOMAIN: 'in.throughline.test',
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PG_DATABASE: database,
  TEMPORAL_TASK_QUEUE: database,
  ...more,
})

export const testConfig = (database: string, more: NodeJS.ProcessEnv = {}): Config =>
  readConfig(testEnvironment(database, more))
