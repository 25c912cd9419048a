import { CODES } from '@throughline/contracts/errors'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { type Problem, print, validate } from '@throughline/flow/compile'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError } from '../../core/errors.ts'
import { changesBetween, marked } from './changes.ts'
import { writeConnectionUses } from './connection-uses.queries.ts'
import { nameAnew } from './name-anew.ts'
import { baseOf, type Opened } from './opened.ts'
import { factsOf } from './outline.ts'
import { freePrefix } from './prefix.ts'
import { publishWorkflowFrame } from './publish-frames.ts'
import { type RecentChange, withRecent } from './recent.ts'
import { authorsNamed, type ReferencesFor, referencesOf } from './references.ts'
import { writeSecretUses } from './secret-uses.queries.ts'
import type { VisibilityScope } from './visibility.service.ts'
import { changeDraftRow, changeWorkflow } from './workflows.queries.ts'
import { workspaceFactsOf } from './workspace-facts.ts'

const MAX_RECENT = 50

/** Names what was changed since somebody last looked, and by whom. */
export async function requireCurrentDraft(
  tx: TenantTx,
  { version, recent }: { version: number; recent: readonly RecentChange[] },
  base: number | undefined,
  what = 'This workflow',
): Promise<void> {
  if (base === undefined || base === version) return
  const since = recent.filter((one) => one.version > base).slice(0, MAX_RECENT)
  const people = await authorsNamed(
    tx,
    since.map(({ member }) => member),
  )
  const errors = since.map(({ path, said, member }) => ({
    path,
    message: `${people.find(({ id }) => id === member)?.name ?? 'Someone'} ${said}`,
  }))
  throw new AppError(409, CODES.staleVersion, `${what} was changed in the meantime`, { errors })
}

export const requireCurrent = (tx: TenantTx, { row, recent }: Opened, base: number | undefined) =>
  requireCurrentDraft(tx, { version: row.version, recent }, base)

/** Finds what is wrong with a document in this workspace, and with any that names no more than it. */
export async function checkFor(tx: ReadTx, doc: FlowDoc, opened: ReferencesFor): Promise<(doc: FlowDoc) => Problem[]> {
  const known = workspaceFactsOf(await referencesOf(tx, opened, doc))
  return (one) => validate({ ...one, id: opened.id }, known)
}

/** How many errors and warnings a document has in this workspace, as far as the viewer sees it. */
export async function checkedCounts(tx: TenantTx, doc: FlowDoc, opened: ReferencesFor) {
  const problems = (await checkFor(tx, doc, opened))(doc)
  const errors = problems.filter(({ level }) => level === 'E').length
  return { errors, warnings: problems.length - errors }
}

/**
 * While nothing is published, lists show the draft. Its prefix is made free there; a name that is blank for the moment
 * leaves the one before.
 */
async function describeDraft(tx: TenantTx, { id, row }: Opened, doc: FlowDoc): Promise<void> {
  const { name, ...facts } = factsOf(doc)
  const wanted = doc.prefix.trim()
  const prefix = wanted ? await freePrefix(tx, wanted, id) : row.prefix
  await changeWorkflow(tx.db, tx.tenantId, id, { ...facts, ...(name ? { name } : {}), prefix, calls: [] })
  if ((name && name !== row.name) || prefix !== row.prefix) await nameAnew(tx, row)
}

/** Letter for letter. */
export const isDraft = ({ draft }: Opened, doc: FlowDoc): boolean => print(doc) === print(draft)

/**
 * Makes this the draft, in the viewer's name. What is the draft already writes nothing and counts nothing. Answers the
 * workflow as it is then.
 */
export async function changeDraft(
  tx: TenantTx,
  viewer: VisibilityScope,
  opened: Opened,
  doc: FlowDoc,
): Promise<Opened> {
  if (isDraft(opened, doc)) return opened
  const { id, row } = opened
  const base = baseOf(opened)
  const version = row.version + 1
  const by = { member: viewer.memberId, at: new Date().toISOString(), version }
  const made = changesBetween(opened.draft, doc)
  const left = changesBetween(base, doc)
  const marks = marked(opened.marks, { made, before: changesBetween(base, opened.draft), after: left, by })
  const recent = withRecent(opened.recent, made, { before: opened.draft, after: doc }, by)
  const counts = await checkedCounts(tx, doc, opened)
  await changeDraftRow(tx.db, tx.tenantId, id, {
    document: doc,
    version,
    authors: marks,
    recent,
    changes: left.length,
    ...counts,
    updated_by: viewer.memberId,
  })
  await writeSecretUses(tx.db, tx.tenantId, id, 'draft', { before: opened.draft, after: doc })
  await writeConnectionUses(tx.db, tx.tenantId, id, 'draft', { before: opened.draft, after: doc })
  if (row.current_version === null) await describeDraft(tx, opened, doc)
  await publishWorkflowFrame(tx, 'workflow.draft', row)
  return { ...opened, draft: doc, marks, recent, row: { ...row, version, ...counts, draft_changes: left.length } }
}
