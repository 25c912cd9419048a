import type { Part } from './part.ts'
import { clamd } from './parts/clamd.ts'
import { identity } from './parts/identity.ts'
import { mail } from './parts/mail.ts'
import { model } from './parts/model.ts'
import { payments } from './parts/payments.ts'
import { pgbouncer } from './parts/pgbouncer.ts'
import { postgres } from './parts/postgres.ts'
import { redis } from './parts/redis.ts'
import { s3 } from './parts/s3.ts'
import { temporal } from './parts/temporal.ts'
import { temporalUi } from './parts/temporal-ui.ts'

export const parts: readonly Part[] = [
  postgres,
  pgbouncer,
  redis,
  temporal,
  temporalUi,
  s3,
  clamd,
  mail,
  identity,
  model,
  payments,
]
