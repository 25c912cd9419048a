import { createHash } from 'node:crypto'
import { TenantId } from '@throughline/contracts/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { execute } from '../../core/db/statement.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { RateLimits } from '../../core/http/rate-limits.ts'
import { hasRepeatedKey } from '../../core/http/strict-json.ts'
import type { PaymentProvider } from '../../core/payments/provider.ts'
import { pokeSettling } from './settle.ts'

const MAX_BYTES = 64 * 1024
const LONGEST_ID = 100
const PROVIDER = 'razorpay'
const PATH = '/v1/pricing/webhook/'

const Report = z.object({
  event: z.string().check(z.maxLength(100)),
  payload: z.object({
    payment: z.optional(z.object({ entity: z.object({ order_id: z.nullish(z.string().check(z.maxLength(200))) }) })),
  }),
})

const refused = (message: string) => new AppError(400, 'report_refused', message)

function readReport(text: string) {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused('The report isn’t valid JSON')
  }
  const report = z.safeParse(Report, value)
  if (!report.success || hasRepeatedKey(text, value)) throw refused('The report can’t be read')
  const { event, payload } = report.data
  return { type: event, order: payload.payment?.entity.order_id ?? null }
}

interface Stored {
  id: string
  body: Buffer
  type: string
  order: string | null
}

const INSERT = `insert into payment_events (provider, event_id, type, order_ref, body_hash)
  values ($1, $2, $3, $4, $5) on conflict (provider, event_id) do nothing`

/** Nobody reads its body, which has more of the payer than we need. The same report may come often; another one under the same id is a forgery or a fault. */
async function keep(ctx: Context, { id, body, type, order }: Stored): Promise<void> {
  const hash = createHash('sha256').update(body).digest()
  const kept = await execute(ctx.pools.tenant, INSERT, [PROVIDER, id, type, order, hash])
  if (kept.rowCount === 1) return
  const known = await execute<{ body_hash: Buffer }>(
    ctx.pools.tenant,
    'select body_hash from payment_events where provider = $1 and event_id = $2',
    [PROVIDER, id],
  )
  if (!known.rows[0]?.body_hash.equals(hash)) throw refused('This id was used for another report')
}

/** A report never says what was paid: it only says about which order to ask. */
async function act(ctx: Context, { id, order, type }: Stored): Promise<void> {
  const found = await execute<{ tenant_id: string; payment_id: string }>(
    ctx.pools.tenant,
    'select tenant_id, payment_id from auth.payment_of_order($1)',
    [order],
  )
  const [owner] = found.rows
  if (!owner) {
    if (order !== null)
      ctx.log.error({ event_id: id, type, order }, 'a payment was reported for an order we do not know')
    return
  }
  const scope = { tenantId: TenantId.parse(owner.tenant_id) }
  await inTenant(ctx, scope, async (tx: TenantTx) => pokeSettling(tx, owner.payment_id))
}

interface ReportParts {
  ctx: Context
  limits: RateLimits
  provider: PaymentProvider | undefined
}

/** Throws where the provider didn't sign it, or nothing can be read in it. */
function requireReport(provider: PaymentProvider, { body, headers }: FastifyRequest): Stored {
  const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id } = headers
  if (!Buffer.isBuffer(body) || typeof signature !== 'string' || !provider.isSignedReport(body, signature))
    throw refused('The report isn’t signed')
  if (typeof id !== 'string' || id.length > LONGEST_ID) throw refused('The report has no id')
  return { id, body, ...readReport(body.toString('utf8')) }
}

async function receive({ ctx, limits, provider }: ReportParts, request: FastifyRequest) {
  await limits.takeAddress(request.ip)
  if (!provider) throw notFound()
  try {
    const report = requireReport(provider, request)
    await keep(ctx, report)
    await act(ctx, report)
  } catch (error) {
    const { 'x-razorpay-event-id': event_id, 'content-length': bytes } = request.headers
    ctx.log.warn({ request_id: request.id, event_id, bytes, err: error }, 'a report was refused')
    throw error
  }
  return { received: true }
}

/** Reports of the payment provider: bytes, signature, one row, 200. The rest happens afterwards. */
export async function paymentWebhook(app: FastifyInstance, parts: ReportParts) {
  const options = { schema: { hide: true }, config: { plain: 'webhook' }, bodyLimit: MAX_BYTES } as const
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(PATH, options, (request) => receive(parts, request))
  })
}
