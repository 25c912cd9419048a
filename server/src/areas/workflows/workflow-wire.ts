import type { Made } from '@throughline/contracts/endpoint'
import type { getWorkflow, restoreWorkflow, WorkflowAccess } from '@throughline/contracts/workflows'
import * as z from 'zod/mini'
import { countersOf } from '../../core/db/counters.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { photoUrl } from '../org/org.public.ts'
import { type AccessRow, accessOf } from './access.queries.ts'
import { authored, authorsIn, changesBetween } from './changes.ts'
import { saysTheSame } from './document.ts'
import { baseOf, type Opened, openWorkflow } from './opened.ts'
import { authorsNamed, referencesOf } from './references.ts'
import type { VisibilityScope } from './visibility.service.ts'
import { type WorkflowRow, workflowRows } from './workflows.queries.ts'

export type WorkflowAnswer = Made<typeof getWorkflow>['data']
export type CardAnswer = Made<typeof restoreWorkflow>['data']
type AuthorWire = NonNullable<CardAnswer['owner']>

const Visible = z.enum(['everyone', 'limited'])

export function accessWire(
  tenantId: string,
  visibility: string,
  rows: readonly AccessRow[],
): z.input<typeof WorkflowAccess> {
  return {
    visibility: z.parse(Visible, visibility),
    teams: rows.flatMap(({ team_id, team_name }) => (team_id ? [{ id: team_id, name: team_name ?? '' }] : [])),
    people: rows.flatMap(({ member_id: id, member_name, photo }) =>
      id ? [{ id, name: member_name ?? '', photo: photoUrl(tenantId, id, photo) }] : [],
    ),
  }
}

const Head = z.object({ type: z.enum(['sequential', 'parallel']), status: z.enum(['active', 'archived']) })

/** Cards of these workflows, in the order of the ids. */
export async function cardsOf(tx: ReadTx, ids: readonly string[]): Promise<CardAnswer[]> {
  if (ids.length === 0) return []
  const rows = await workflowRows(tx.db, tx.tenantId, ids)
  const limited = rows.filter(({ visibility }) => visibility === 'limited').map(({ id }) => id)
  const access = limited.length > 0 ? await accessOf(tx.db, tx.tenantId, 'workflow', limited) : []
  const owners = await authorsNamed(
    tx,
    rows.flatMap(({ created_by }) => created_by ?? []),
  )
  const instances = await instancesOf(tx, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [cardOf(tx, row, owners, access, instances)] : []
  })
}

function cardOf(
  { tenantId }: ReadTx,
  row: WorkflowRow,
  people: readonly AuthorWire[],
  access: readonly AccessRow[],
  instances: ReadonlyMap<string, number>,
): CardAnswer {
  return {
    ...headOf(row, people, instances),
    access: accessWire(
      tenantId,
      row.visibility,
      access.filter(({ of }) => of === row.id),
    ),
    category: row.category,
    step_types: z.parse(z.array(StepKinds), row.step_types),
    step_count: row.step_count,
    draft_changes: row.draft_changes,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

const StepKinds = z.enum(['manual', 'tool', 'approval', 'condition', 'wait', 'subworkflow'])

const instancesOf = ({ db, tenantId }: ReadTx, ids: readonly string[]) =>
  countersOf(db, tenantId, 'workflow.instances', ids)

function headOf(row: WorkflowRow, people: readonly AuthorWire[], instances: ReadonlyMap<string, number>) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    prefix: row.prefix,
    ...z.parse(Head, row),
    created_at: row.created_at.toISOString(),
    updated_at: row.saved_at.toISOString(),
    last_instance_number: row.last_instance_number ?? 0,
    instance_count: instances.get(row.id) ?? 0,
    current_version: row.current_version,
    owner: people.find(({ id }) => id === row.created_by) ?? null,
  }
}

/** What of the draft is not published; null where it says what the published version says. */
function draftOf(opened: Opened, people: readonly AuthorWire[]): WorkflowAnswer['draft'] {
  const { row, marks, published, draft } = opened
  if (published && saysTheSame(published, draft)) return null
  const named = (id: string | null) => people.find((person) => person.id === id)
  return {
    based_on: row.based_on,
    changes: authored(changesBetween(baseOf(opened), draft), marks),
    authors: authorsIn(marks).flatMap((id) => named(id) ?? []),
    errors: row.errors,
    warnings: row.warnings,
    updated_at: row.updated_at.toISOString(),
  }
}

async function answerOf(tx: ReadTx, opened: Opened): Promise<WorkflowAnswer> {
  const { id, row, draft, marks } = opened
  const access = row.visibility === 'limited' ? await accessOf(tx.db, tx.tenantId, 'workflow', [id]) : []
  const ids = [row.created_by, row.updated_by, ...authorsIn(marks)].filter((one) => one !== null)
  const people = await authorsNamed(tx, ids)
  const {
    people: named,
    teams,
    workflows,
    secrets,
    starts_alone,
    starts,
    tools,
  } = await referencesOf(tx, opened, draft)
  return {
    ...headOf(row, people, await instancesOf(tx, [id])),
    ...draft,
    id,
    description: draft.description ?? '',
    access: accessWire(tx.tenantId, row.visibility, access),
    version: row.version,
    changed_by: people.find((person) => person.id === row.updated_by) ?? null,
    draft: draftOf(opened, people),
    refs: {
      people: named,
      teams,
      workflows,
      secrets,
      ...(starts_alone && { starts_alone }),
      ...(starts && { starts }),
      ...(tools && { tools }),
    },
  }
}

/** The whole of a workflow as it is now. */
export const wholeWorkflow = async (tx: ReadTx, viewer: VisibilityScope, id: string): Promise<WorkflowAnswer> =>
  answerOf(tx, await openWorkflow(tx, viewer, id))

export async function cardFor(tx: ReadTx, id: string): Promise<CardAnswer> {
  const [card] = await cardsOf(tx, [id])
  if (!card) throw new Error(`workflow ${id} has no row`)
  return card
}
