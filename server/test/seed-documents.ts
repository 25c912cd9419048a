import { DocumentId, InstanceId, type WorkflowId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import { decide } from '../src/areas/documents/decisions.service.ts'
import { remove } from '../src/areas/documents/document-acts.service.ts'
import { upload } from '../src/areas/documents/upload.service.ts'
import { addVersionTo } from '../src/areas/documents/version-acts.service.ts'
import { inTenant, readTenantOnce } from '../src/core/db/in-tenant.ts'
import type { Viewer } from '../src/core/http/viewer.ts'
import type { Workspace } from './casework.ts'
import { onceUnlocked } from './once-unlocked.ts'
import type { StoryWorkflows } from './seed-workflows.ts'
import { PAPERS, type Paper } from './story-papers.ts'

/** So many come in on a day. */
const A_DAY = 4

async function instanceTitled({ ctx }: Workspace, { tenantId }: Viewer, title: string): Promise<InstanceId> {
  const found = await readTenantOnce(ctx, { tenantId }, ({ db }) =>
    db
      .selectFrom('instances')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('title', '=', title)
      .executeTakeFirst(),
  )
  if (!found) throw new Error(`${title} is not in the story`)
  return InstanceId.parse(found.id)
}

async function handIn(place: Workspace, workflows: StoryWorkflows, paper: Paper) {
  const { ctx, cast, papers } = place
  const viewer = await cast.viewer(paper.who)
  const { tenantId } = viewer
  const { name, of, workflow, client, category, description, later = [], decided, trashed } = paper
  const workflowId: WorkflowId | undefined = workflow && workflows[workflow]
  const wanted = of ? { instanceId: await instanceTitled(place, viewer, of) } : { workflowId }
  const about = { client, category, description }
  const file = await papers.keep(tenantId, name, paper.lines)
  const added = await onceUnlocked(() => upload(ctx, viewer, file, { wanted, about }))
  const id = DocumentId.parse(added.id)
  const judge = async (version: number, sha256: string | null) => {
    if (decided?.version !== version) return
    if (!sha256) throw new Error(`${name} has no hash`)
    const { decision, comment } = decided
    const by = await cast.viewer(decided.who)
    await onceUnlocked(() => decide(ctx, by, id, { decision, comment, version_number: version, sha256 }))
  }
  await judge(1, added.sha256)
  for (const [n, { who, lines }] of later.entries()) {
    const [by, newer] = [await cast.viewer(who), await papers.keep(tenantId, name, lines)]
    const next = await onceUnlocked(() => addVersionTo(ctx, by, id, newer))
    await judge(n + 2, next.sha256)
  }
  const by = trashed && (await cast.viewer(trashed))
  if (by) await onceUnlocked(() => remove(ctx, by, id))
}

/**
 * As if they had come one after the other over the last weeks, those handed in last today; further versions some hours
 * later. What was decided was decided now, so that whatever came after a decision stays after it.
 */
const spread = ({ ctx }: Workspace, viewer: Viewer) =>
  inTenant(ctx, viewer, async ({ db, tenantId }) => {
    const decided = sql`(select max(e.number) from document_decisions e where e.tenant_id = d.tenant_id and e.document_id = d.id)`
    await sql`update documents d set created_at = o.at, updated_at = case when ${decided} is null
        then least(d.updated_at, o.at + (d.version_count - 1) * interval '6 hours') else d.updated_at end
      from (select id, now() - (row_number() over (order by id desc) - 1) / ${A_DAY}::int * interval '1 day'
          - row_number() over (order by id desc) % ${A_DAY}::int * interval '31 minutes' as at
        from documents where tenant_id = ${tenantId}) o
      where d.tenant_id = ${tenantId} and d.id = o.id`.execute(db)
    await sql`update document_versions v
      set created_at = least(v.created_at, d.created_at + (v.number - 1) * interval '6 hours')
      from documents d where d.tenant_id = ${tenantId} and v.tenant_id = d.tenant_id and v.document_id = d.id
        and v.number <= coalesce(${decided}, v.number)`.execute(db)
  })

/** The drawer of the firm: files of every kind, with their versions and what was decided about them. */
export async function seedDocuments(place: Workspace, workflows: StoryWorkflows): Promise<number> {
  for (const paper of PAPERS) await handIn(place, workflows, paper)
  await spread(place, await place.cast.viewer('helena'))
  return PAPERS.length
}
