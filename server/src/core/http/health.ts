import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { execute } from '../db/statement.ts'

/** /healthz: the process lives. /readyz: it can serve, which needs the database; Redis and the engine may be away. */
export function health(app: FastifyInstance, ctx: Context, draining: () => boolean) {
  const plain = { schema: { hide: true }, config: { plain: 'health' as const } }
  app.get('/healthz', plain, () => ({ status: 'ok' }))
  app.get('/readyz', plain, async (_request, reply) => {
    if (draining()) return reply.status(503).send({ status: 'draining' })
    await execute(ctx.pools.tenant, 'select 1')
    return { status: 'ready' }
  })
}
