import { HOOK_BYTES, HookStyle } from '@throughline/contracts/hooks'
import { HookId, TenantId } from '@throughline/contracts/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { findPublicTenant } from '../../../core/db/in-public.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import { AppError } from '../../../core/errors.ts'
import type { RateLimits } from '../../../core/http/rate-limits.ts'
import { tenantKey } from '../../../core/keys/tenant-key.ts'
import { instanceKey, requireStarted } from '../../instances/instances.public.ts'
import { deliver, noteForged } from './deliver.ts'
import { secretsOf } from './hook-secrets.ts'
import { findHook } from './hooks.queries.ts'
import { checkSignature, type SignedCall } from './signatures.ts'

const PATH = '/v1/hooks/:hookId/'
const SLOWEST_MS = 10_000
const LONGEST_DEVICE = 500
/** Stands for the owner of an address that is nobody's: looking for it takes as long as looking for a known one. */
const NOBODY = TenantId.parse('00000000-0000-4000-8000-000000000000')
const NO_HOOK = '00000000-0000-4000-8000-000000000000'
const NO_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`

export interface HookParts {
  ctx: Context
  limits: RateLimits
}

const refused = () => new AppError(401, 'call_rejected', 'This call was rejected')

function contentOf({ headers, body }: FastifyRequest): SignedCall {
  const { 'content-encoding': coding = 'identity' } = headers
  if (coding !== 'identity') throw new AppError(415, 'compressed', 'Send the content without compression')
  return { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
}

async function receive({ ctx: shared, limits }: HookParts, request: FastifyRequest, reply: FastifyReply) {
  const began = performance.now()
  const { ip } = request
  await limits.takeAddress(ip)
  const named = HookId.safeParse(z.parse(z.object({ hookId: z.string() }), request.params).hookId)
  const hookId = named.success ? named.data : NO_HOOK
  await limits.takeRespondent('hook', ip, hookId)
  const device = (request.headers['user-agent'] ?? '').slice(0, LONGEST_DEVICE)
  const ctx = { ...shared, origin: { requestId: request.id, address: ip, device } }
  const call = contentOf(request)
  const tenantId = (await findPublicTenant(ctx, 'hook', hookId)) ?? NOBODY
  const hook = await readTenant(ctx, { tenantId }, ({ db }) => findHook(db, tenantId, hookId))
  const secrets = hook ? await secretsOf(ctx, tenantId, hook) : [NO_SECRET]
  const checked = checkSignature(z.parse(HookStyle, hook?.style ?? 'standard'), call, secrets)
  if (!hook) throw refused()
  const arrival = { tenantId, hookId, call, began }
  if (!checked.ok) {
    // After the answer, which says nothing of why, and comes as fast as for an address that is nobody's.
    void noteForged(ctx, arrival, { code: checked.code, message: checked.message }).catch((error: unknown) =>
      request.log.warn({ err: error }, 'a call that was not signed was not counted'),
    )
    throw refused()
  }
  await tenantKey(ctx, tenantId)
  const delivered = await deliver(ctx, arrival)
  if (!delivered) throw refused()
  if (delivered.state === 'refused') {
    const { message, errors } = delivered.reason
    throw new AppError(422, 'not_started', message, errors ? { errors } : {})
  }
  reply.status(202)
  if (delivered.state === 'held') return { data: { instance: null, held: true } }
  const { id, prefix, number } = await readTenant(ctx, { tenantId }, ({ db }) =>
    requireStarted(db, tenantId, delivered.instanceId),
  )
  return { data: { instance: { id, key: instanceKey({ prefix, number }) }, held: false } }
}

/** Calls of other programs, from anywhere and without a session: bytes, signature, one transaction, 202. */
export async function hookCalls(app: FastifyInstance, parts: HookParts) {
  const options = { schema: { hide: true }, config: { plain: 'webhook' }, bodyLimit: HOOK_BYTES } as const
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: HOOK_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.addHook('onRequest', async ({ raw }) => {
      const timer = setTimeout(() => raw.destroy(), SLOWEST_MS)
      const stop = () => clearTimeout(timer)
      raw.once('end', stop)
      raw.once('close', stop)
    })
    scope.post(PATH, options, (request, reply) => receive(parts, request, reply))
  })
}
