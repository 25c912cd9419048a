import type { Body } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import type { createWorkflow, duplicateWorkflow, SaveOutcome, saveWorkflow } from '@throughline/contracts/workflows'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { truncate } from '../../core/truncate.ts'
import { beginAccessChange } from '../org/org.public.ts'
import { accessOf, insertAccess } from './access.queries.ts'
import { changesBetween, marked, NO_MARKS } from './changes.ts'
import { writeConnectionUses } from './connection-uses.queries.ts'
import { EMPTY, readNamed, readOptions } from './document.ts'
import { changeDraft, checkedCounts, requireCurrent } from './draft-change.ts'
import { openForChange, openWorkflow } from './opened.ts'
import { factsOf } from './outline.ts'
import { freePrefix } from './prefix.ts'
import { outcomeOf, publishDraft } from './publish.ts'
import { publishWorkflowFrame } from './publish-frames.ts'
import { writeSecretUses } from './secret-uses.queries.ts'
import { type VisibilityScope, visibleTo } from './visibility.service.ts'
import { wholeWorkflow } from './workflow-wire.ts'
import { changeWorkflow, insertDraft, insertWorkflow, writeWords } from './workflows.queries.ts'

export const readWorkflow = (ctx: Context, viewer: Viewer, id: WorkflowId) =>
  readTenant(ctx, viewer, async (tx) => ({ data: await wholeWorkflow(tx, viewer, id) }))

interface NewOptions {
  /** False keeps it as a draft. */
  publish: boolean
  note?: string
  /** Limited to the people to whom this one is limited. */
  likeWorkflow?: string
  /** What the audit says beside the name. */
  data?: Record<string, string>
}

/** Makes a workflow of a document with a name and a prefix; its prefix gets the next free digit if it is taken. */
export async function createWorkflowFrom(
  tx: TenantTx,
  viewer: VisibilityScope,
  given: FlowDoc,
  { publish, note = '', likeWorkflow, data = {} }: NewOptions,
): Promise<{ id: string; saved: SaveOutcome }> {
  const { db, tenantId } = tx
  if (likeWorkflow) await beginAccessChange(db, tenantId)
  const access = likeWorkflow ? await accessOf(db, tenantId, 'workflow', [likeWorkflow]) : []
  const visibility = likeWorkflow ? 'limited' : 'everyone'
  const doc = { ...given, prefix: await freePrefix(tx, given.prefix) }
  const id = await insertWorkflow(db, tenantId, {
    ...factsOf(doc),
    calls: [],
    prefix: doc.prefix,
    created_by: viewer.memberId,
    visibility,
  })
  await insertAccess(db, tenantId, 'workflow', id, {
    teamIds: access.flatMap(({ team_id }) => team_id ?? []),
    memberIds: access.flatMap(({ member_id }) => member_id ?? []),
  })
  const made = changesBetween(EMPTY, doc)
  const by = { member: viewer.memberId, at: new Date().toISOString(), version: 1 }
  await insertDraft(db, tenantId, id, {
    document: doc,
    authors: marked(NO_MARKS, { made, before: [], after: made, by }),
    changes: made.length,
    ...(await checkedCounts(tx, doc, {
      id,
      visible: await visibleTo(tx, viewer),
      memberId: viewer.memberId,
      published: undefined,
    })),
    updated_by: viewer.memberId,
  })
  await writeSecretUses(db, tenantId, id, 'draft', { before: undefined, after: doc })
  await writeConnectionUses(db, tenantId, id, 'draft', { before: undefined, after: doc })
  await writeWords(db, tenantId, id)
  tx.count('workflows', 'active', 1)
  await publishWorkflowFrame(tx, 'workflow.created', { id, visibility })
  const saved = publish
    ? outcomeOf(await publishDraft(tx, viewer, await openWorkflow(tx, viewer, id), { include_authors: [], note }))
    : 'kept'
  tx.audit({
    act: 'workflow.created',
    kind: 'workflow',
    id,
    data: { name: doc.name, prefix: doc.prefix, saved, ...data },
  })
  return { id, saved }
}

export function makeWorkflow(ctx: Context, viewer: Viewer, body: Body<typeof createWorkflow>) {
  const { publish, note } = readOptions(body)
  const doc = readNamed(body)
  return inTenant(ctx, viewer, async (tx) => {
    const { id, saved } = await createWorkflowFrom(tx, viewer, doc, { publish, note })
    return { data: { ...(await wholeWorkflow(tx, viewer, id)), saved } }
  })
}

/** Keeps the draft, and publishes it where nothing hinders that. Without `base_version` it builds on nothing known. */
export function keepWorkflow(ctx: Context, viewer: Viewer, id: WorkflowId, body: Body<typeof saveWorkflow>) {
  const options = readOptions(body)
  const doc = readNamed(body)
  return inTenant(ctx, viewer, async (tx) => {
    const opened = await openForChange(tx, viewer, id)
    await requireCurrent(tx, opened, options.base_version)
    const kept = await changeDraft(tx, viewer, opened, doc)
    const saved = options.publish ? outcomeOf(await publishDraft(tx, viewer, kept, options)) : 'kept'
    // What was autosaved since the last save is saved by this one.
    const changed = kept.row.version !== opened.row.version || opened.row.updated_at > opened.row.saved_at
    if (changed && saved !== 'published') await changeWorkflow(tx.db, tx.tenantId, id, { saved: true })
    if (changed || saved === 'published') {
      const unconditional = options.base_version === undefined
      const data = { name: doc.name, saved, version: kept.row.version, ...(unconditional ? { unconditional } : {}) }
      tx.audit({ act: saved === 'published' ? 'workflow.published' : 'workflow.saved', kind: 'workflow', id, data })
      await publishWorkflowFrame(tx, 'workflow.saved', opened.row)
    }
    return { data: { ...(await wholeWorkflow(tx, viewer, id)), saved } }
  })
}

/** The same document as a draft of the viewer, for the same people. */
export const copyWorkflow = (ctx: Context, viewer: Viewer, id: WorkflowId, body: Body<typeof duplicateWorkflow>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { draft, row } = await openWorkflow(tx, viewer, id)
    const name = body.name ?? `${truncate(draft.name.trim() || row.name, 113)} (copy)`
    const doc = { ...draft, name, prefix: draft.prefix.trim() || row.prefix }
    const made = await createWorkflowFrom(tx, viewer, doc, {
      publish: false,
      ...(row.visibility === 'limited' ? { likeWorkflow: id } : {}),
      data: { copy_of: id },
    })
    return { data: await wholeWorkflow(tx, viewer, made.id) }
  })
