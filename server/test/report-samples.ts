import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { insertReport, setTrashed } from '../src/areas/reports/reports.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { createStorage } from '../src/core/storage/storage.ts'
import type { Sample } from './endpoint-samples.ts'
import { just } from './org-samples.ts'
import { unique } from './someone.ts'
import type { World } from './world.ts'

/** Reports of the owner, who has run them. */
export function reportSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const { tenantId, ownerId } = ours
  const scope = { tenantId, memberId: ownerId }
  const query = 'select 1 as one'
  const at = async (): Promise<Sample> => {
    const report = { title: unique('Report'), description: '', query, parameters: [], created_by: ownerId }
    const { id } = await inTenant(ctx, scope, ({ db }) => insertReport(db, tenantId, report))
    return { params: { reportId: id } }
  }
  const answered = async (): Promise<Sample> => {
    const sample = await at()
    const block = gzipSync('1\n')
    const run = {
      tenant_id: tenantId,
      report_id: sample.params?.['reportId'] ?? '',
      member_id: ownerId,
      state: 'completed',
      query,
      parameters: '[]',
      columns: JSON.stringify([{ name: 'one', type: 'number' }]),
      row_count: 1,
      blocks: [block.length],
    }
    const made = await inTenant(ctx, scope, ({ db }) =>
      db.insertInto('report_runs').values(run).returning('id').executeTakeFirstOrThrow(),
    )
    const storage = createStorage(ctx.config)
    await storage.exports.put({ tenantId, id: made.id }, Readable.from([block]))
    storage.close()
    return sample
  }
  const trashed = async (): Promise<Sample> => {
    const sample = await at()
    await inTenant(ctx, scope, ({ db }) => setTrashed(db, tenantId, sample.params?.['reportId'] ?? '', ownerId))
    return sample
  }
  const withBody = (body: Record<string, unknown>) => async () => ({ ...(await at()), body })
  return {
    'GET /v1/reports/': just({}),
    'GET /v1/reports/views/': just({}),
    'POST /v1/reports/generate/': async () => ({ body: { title: unique('Report'), query_params: { query } } }),
    'POST /v1/reports/preview/': just({ body: { query } }),
    'POST /v1/agents/query-generator/': just({ body: { query: 'How many tasks by status?' } }),
    'GET /v1/reports/:reportId/': at,
    'PATCH /v1/reports/:reportId/': withBody({ version: 1, title: 'Another title' }),
    'POST /v1/reports/:reportId/run/': withBody({}),
    'POST /v1/reports/:reportId/stop/': at,
    'GET /v1/reports/:reportId/runs/': at,
    'GET /v1/reports/:reportId/rows/': answered,
    'GET /v1/reports/:reportId/download/': answered,
    'DELETE /v1/reports/:reportId/': at,
    'POST /v1/reports/:reportId/restore/': trashed,
  }
}
