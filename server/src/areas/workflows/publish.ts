import type { SaveOutcome } from '@throughline/contracts/workflows'
import { compile, type Problem } from '@throughline/flow/compile'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { authored, authorsIn, changesBetween, type Marks, NO_MARKS } from './changes.ts'
import { writeConnectionUses } from './connection-uses.queries.ts'
import { saysTheSame } from './document.ts'
import { changeDraft } from './draft-change.ts'
import { nameAnew } from './name-anew.ts'
import { baseOf, type Opened } from './opened.ts'
import { factsOf } from './outline.ts'
import { freePrefix } from './prefix.ts'
import { publishWorkflowFrame } from './publish-frames.ts'
import { authorsNamed, referencesOf } from './references.ts'
import { writeSecretUses } from './secret-uses.queries.ts'
import { insertVersion } from './versions.queries.ts'
import type { VisibilityScope } from './visibility.service.ts'
import { workflowStartable } from './workflows.ports.ts'
import { changeDraftRow, changeWorkflow } from './workflows.queries.ts'
import { workspaceFactsOf } from './workspace-facts.ts'

export interface PublishOptions {
  include_authors: readonly string[]
  note: string
}

/** Why a draft is not published now. */
type Hindrance =
  | { kind: 'unchanged' }
  | { kind: 'has_errors'; problems: Problem[] }
  | { kind: 'has_others_changes'; others: string[] }

export type Published = { done: true; number: number } | { done: false; because: Hindrance }

/** Others with a change in the draft that the viewer has not agreed to publish with it. */
export const othersIn = (marks: Marks, viewer: VisibilityScope, included: readonly string[]) =>
  authorsIn(marks).filter((member) => member !== viewer.memberId && !included.includes(member))

/**
 * Makes the draft the next version, or says what stands in the way and changes nothing. The version keeps the document,
 * what is run of it, and every change since the version before it with its author. The draft then starts from here.
 */
export async function publishDraft(
  tx: TenantTx,
  viewer: VisibilityScope,
  opened: Opened,
  options: PublishOptions,
): Promise<Published> {
  const { id, row } = opened
  const { db, tenantId } = tx
  const wanted = opened.draft.prefix.trim()
  const prefix = wanted ? await freePrefix(tx, wanted, id) : ''
  if (opened.published && saysTheSame(opened.published, { ...opened.draft, prefix })) {
    return { done: false, because: { kind: 'unchanged' } }
  }
  const known = workspaceFactsOf(await referencesOf(tx, opened, opened.draft))
  const compiled = compile({ ...opened.draft, id }, known)
  if (!compiled.ok) return { done: false, because: { kind: 'has_errors', problems: compiled.problems } }
  const others = othersIn(opened.marks, viewer, options.include_authors)
  if (others.length > 0) return { done: false, because: { kind: 'has_others_changes', others } }

  // Another prefix than the one that was asked for is a change that others have to be told of.
  const { draft: document, marks } = await changeDraft(tx, viewer, opened, { ...opened.draft, prefix })
  const number = (row.current_version ?? 0) + 1
  await insertVersion(db, tenantId, id, {
    number,
    hash: compiled.plan.hash,
    document,
    plan: compiled.plan,
    exprs: compiled.exprs,
    note: options.note,
    changes: authored(changesBetween(baseOf(opened), document), marks),
    authors: authorsIn(marks),
    published_by: viewer.memberId,
  })
  await writeSecretUses(db, tenantId, id, 'published', { before: opened.published, after: document })
  await writeConnectionUses(db, tenantId, id, 'published', { before: opened.published, after: document })
  const facts = { ...factsOf(document), prefix: document.prefix }
  await changeWorkflow(db, tenantId, id, { ...facts, current_version: number, saved: true })
  if (facts.name !== row.name || facts.prefix !== row.prefix) await nameAnew(tx, row)
  await changeDraftRow(db, tenantId, id, { based_on: number, authors: NO_MARKS, changes: 0 })
  await publishWorkflowFrame(tx, 'workflow.published', row)
  await workflowStartable.call(tx, id)
  return { done: true, number }
}

/** What a save answers: it keeps the draft whatever hinders publishing, and a draft without changes is simply kept. */
export const outcomeOf = (published: Published): SaveOutcome => {
  if (published.done) return 'published'
  return published.because.kind === 'unchanged' ? 'kept' : published.because.kind
}

/** Whoever asks for publishing alone is told why it cannot be. */
export async function refusalOf(tx: TenantTx, opened: Opened, because: Hindrance): Promise<AppError> {
  if (because.kind === 'unchanged') {
    return conflict('nothing_to_publish', `Nothing has changed since version ${opened.row.current_version ?? 0}`)
  }
  if (because.kind === 'has_errors') {
    const errors = because.problems.map(({ path, text }) => ({ path, message: text }))
    return new AppError(409, 'has_errors', 'Fix the errors before you publish', { errors })
  }
  return othersRefusal(tx, because.others)
}

/** Names those whose changes the person has not agreed to publish. */
export async function othersRefusal(tx: TenantTx, others: readonly string[]): Promise<AppError> {
  const people = await authorsNamed(tx, others)
  const errors = others.map((member) => ({
    path: member,
    message: `${people.find(({ id }) => id === member)?.name ?? 'Someone'} has changes in this draft`,
  }))
  return new AppError(409, 'has_others_changes', 'Others have changes in this draft', { errors })
}
