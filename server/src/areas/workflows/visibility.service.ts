import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { findAccessRules, hiddenFrom, isLimited, membersInAudience } from './visibility.queries.ts'

interface HiddenIds {
  workflows: readonly string[]
  forms: readonly string[]
}

interface Remembered {
  epoch: number
  hidden: HiddenIds
}

/** Counted by what is remembered, not by whom: a member may have hundreds of hidden workflows and forms. About 50 MB. */
const MAX_IDS = 500_000

/** What each member may not see, good for one epoch of their tenant. */
class HiddenCache {
  readonly #known = new Map<string, Remembered>()
  #ids = 0

  async get(key: string, epoch: number, read: () => Promise<HiddenIds>): Promise<HiddenIds> {
    const known = this.#known.get(key)
    if (known?.epoch === epoch) return known.hidden
    const hidden = await read()
    if (this.#ids >= MAX_IDS) {
      this.#known.clear()
      this.#ids = 0
    }
    this.#known.set(key, { epoch, hidden })
    // One more for a person with none hidden: they take room too.
    this.#ids += hidden.workflows.length + hidden.forms.length + 1
    return hidden
  }
}

/** What one member may see, for the length of a request. */
export interface Visibility {
  /** Nothing is hidden from this member, not even what is gone. */
  seesAll: boolean
  canSee(workflowId: string): boolean
  /** The workflows that this member may not see. */
  hidden: readonly string[]
  canSeeForm(formId: string): boolean
  /** The forms that this member may not see. */
  hiddenForms: readonly string[]
  /** For rows of any table that names their form: `visible.ofForm('form_submissions.form_id')`. */
  ofForm(column: string): RawBuilder<boolean>
  /** For rows of any table that names their workflow: `visible.ofWorkflow('tasks.workflow_id')`. */
  ofWorkflow(column: string): RawBuilder<boolean>
  /** For instances, under this name in the query: their workflow, and their people where they are narrowed. */
  ofInstance(table: string): RawBuilder<boolean>
  /** For tasks, under this name in the query: the same, by their copies of what their instance says. */
  ofTask(table: string): RawBuilder<boolean>
  /**
   * For files: the same, where they belong to a workflow at all; what came with a response is as visible as its form
   * until an instance has it; the others are everyone's.
   */
  ofFile(table: string): RawBuilder<boolean>
}

/** For whom visibility is decided; a signed-in viewer is one. */
export type VisibilityScope = Pick<Viewer, 'memberId'> & { user: Pick<Viewer['user'], 'is_admin'> }

const EVERYTHING = sql<boolean>`true`
const seesAll: Visibility = {
  seesAll: true,
  canSee: () => true,
  hidden: [],
  canSeeForm: () => true,
  hiddenForms: [],
  ofForm: () => EVERYTHING,
  ofWorkflow: () => EVERYTHING,
  ofInstance: () => EVERYTHING,
  ofTask: () => EVERYTHING,
  ofFile: () => EVERYTHING,
}

const noneOf = (column: string, hidden: readonly string[]) =>
  hidden.length === 0 ? EVERYTHING : sql<boolean>`${sql.ref(column)} <> all (${hidden}::uuid[])`

function seesAllBut(hidden: HiddenIds, tenantId: string, memberId: string): Visibility {
  const workflows = new Set(hidden.workflows)
  const forms = new Set(hidden.forms)
  const ofWorkflow = (column: string) => noneOf(column, hidden.workflows)
  const ofForm = (column: string) => noneOf(column, hidden.forms)
  // The offset keeps the planner from reading all of a member's parts at once instead of one by its key.
  const of = (table: string, instanceId: string) => sql<boolean>`(${ofWorkflow(`${table}.workflow_id`)}
      and (not ${sql.ref(`${table}.narrowed`)} or exists (select from instance_people p
        where p.tenant_id = ${tenantId} and p.instance_id = ${sql.ref(instanceId)} and p.member_id = ${memberId} offset 0)))`
  const sentToForm = (table: string) =>
    hidden.forms.length === 0
      ? EVERYTHING
      : sql<boolean>`(${sql.ref(`${table}.form_id`)} is null or ${sql.ref(`${table}.instance_id`)} is not null
          or ${ofForm(`${table}.form_id`)})`
  return {
    seesAll: false,
    // In whatever spelling: ids also come out of documents that people wrote.
    canSee: (workflowId) => !workflows.has(workflowId.toLowerCase()),
    hidden: hidden.workflows,
    canSeeForm: (formId) => !forms.has(formId.toLowerCase()),
    hiddenForms: hidden.forms,
    ofForm,
    ofWorkflow,
    ofInstance: (table) => of(table, `${table}.id`),
    ofTask: (table) => of(table, `${table}.instance_id`),
    ofFile: (table) =>
      sql<boolean>`((${sql.ref(`${table}.workflow_id`)} is null or ${of(table, `${table}.instance_id`)})
        and ${sentToForm(table)})`,
  }
}

const cache = new HiddenCache()

/**
 * The one predicate for who sees which work inside a workspace. Owners and admins are members like any other, unless
 * the organisation lets them see all.
 */
export async function visibleTo(tx: ReadTx, viewer: VisibilityScope): Promise<Visibility> {
  const { db, tenantId } = tx
  const rules = await findAccessRules(db, tenantId)
  if (rules?.admins_see_all && viewer.user.is_admin) return seesAll
  const read = async () => ({
    workflows: await hiddenFrom(db, tenantId, 'workflow', viewer.memberId),
    forms: await hiddenFrom(db, tenantId, 'form', viewer.memberId),
  })
  // The epoch was read first: a change in between is remembered under the epoch before it, and soon read again.
  const hidden = rules?.is_changing
    ? await read()
    : await cache.get(`${tenantId}:${viewer.memberId}`, rules?.access_epoch ?? 0, read)
  return seesAllBut(hidden, tenantId, viewer.memberId)
}

const audienceOfOne = async (
  { db, tenantId }: ReadTx,
  kind: 'workflow' | 'form',
  id: string,
): Promise<string[] | undefined> =>
  (await isLimited(db, tenantId, kind, id)) ? membersInAudience(db, tenantId, kind, id) : undefined

/** Who may see the work of a workflow; undefined: everyone. */
export const audienceOf = (tx: ReadTx, workflowId: string) => audienceOfOne(tx, 'workflow', workflowId)

/** Who may see a form with its responses and files; undefined: everyone. */
export const audienceOfForm = (tx: ReadTx, formId: string) => audienceOfOne(tx, 'form', formId)
