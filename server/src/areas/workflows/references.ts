import { Json } from '@throughline/contracts/json'
import { Field, type FlowDoc } from '@throughline/contracts/workflow-document'
import type { WorkflowRefs } from '@throughline/contracts/workflows'
import { namedIn } from '@throughline/flow/compile'
import { targetsOf } from '@throughline/flow/form-mapping'
import { unfitStarts } from '@throughline/flow/start-mapping'
import * as z from 'zod/mini'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { photoUrl } from '../org/org.public.ts'
import { connectionsUsable } from './connection-uses.queries.ts'
import { callsOf, isUuid } from './outline.ts'
import {
  calledBy,
  membersNamed,
  roleNames,
  startsAlone,
  startsOf,
  teamsNamed,
  workflowsNamed,
} from './references.queries.ts'
import { secretNames } from './secret-uses.queries.ts'
import type { Visibility } from './visibility.service.ts'
import { toolsNamed } from './workflows.ports.ts'

type AuthorWire = z.input<typeof WorkflowRefs>['people'][number]

/** What a document names, as far as it is in this workspace and the viewer may see it. */
export interface References extends z.input<typeof WorkflowRefs> {
  roles: string[]
  /** What the named workflows call in turn; only circles are looked for in it. */
  called: { id: string; calls: string[] }[]
}

const idsOf = (doc: FlowDoc, kind: 'person' | 'team'): string[] => {
  const named = Object.values(doc.steps).flatMap(namedIn)
  const ids = named.flatMap(({ who }) =>
    kind === 'person' ? ('person' in who ? [who.person] : []) : 'team' in who ? [who.team] : [],
  )
  return [...new Set(ids.filter(isUuid))]
}

export async function authorsNamed({ db, tenantId }: ReadTx, ids: readonly string[], present = false) {
  const rows = ids.length > 0 ? await membersNamed(db, tenantId, [...new Set(ids)], present) : []
  return rows.map(({ id, name, photo }): AuthorWire => ({ id, name, photo: photoUrl(tenantId, id, photo) }))
}

const StartFields = z.nullable(z.array(Field))

async function workflowsIn({ db, tenantId }: ReadTx, ids: readonly string[], visible: Visibility) {
  const seen = ids.filter((id) => visible.canSee(id))
  if (seen.length === 0) return { workflows: [], called: [] }
  const rows = await workflowsNamed(db, tenantId, seen)
  const workflows = rows.map(({ start_fields, ...row }) => ({
    ...row,
    start_fields: z.parse(StartFields, start_fields) ?? [],
  }))
  const deeper = rows.some(({ calls }) => calls.length > 0) ? await calledBy(db, tenantId, seen) : []
  // Whoever may not see a workflow does not learn that it is there by naming it.
  return { workflows, called: deeper.filter(({ id }) => !ids.includes(id)) }
}

/** The workflow that the document is of, and who looks at it. */
export interface ReferencesFor {
  id: string
  visible: Visibility
  memberId: string
  published: FlowDoc | undefined
}

/** Those that are connected; the tools that need no connection are known without asking. */
async function toolsIn({ db, tenantId }: ReadTx, doc: FlowDoc, memberId: string) {
  const named = Object.values(doc.steps).flatMap((step) => (step.type === 'tool' ? (step.tool_id ?? []) : []))
  const ids = [...new Set(named.filter(isUuid))]
  if (ids.length === 0) return undefined
  const connections = await connectionsUsable(db, tenantId, ids, memberId)
  return (await toolsNamed.call({ db, tenantId }, ids)).map((tool) => ({
    ...tool,
    connections: connections
      .filter(({ tool_id }) => tool_id === tool.id)
      .map(({ id, name, honours_key }) => ({ id, name, honours_key })),
  }))
}

const Kind = z.enum(['form', 'schedule', 'webhook', 'mail', 'api'])
const Fixed = z.record(z.string(), Json)

/** Programs with a key send what the published version requires. */
const sentByPrograms = ({ start_fields = [] }: FlowDoc): string[] =>
  targetsOf({ start_fields }).flatMap(({ required, type, variable }) => (required && type !== 'file' ? [variable] : []))

async function startsIn({ db, tenantId }: ReadTx, { id, visible, published }: ReferencesFor) {
  const rows = await startsOf(db, tenantId, id)
  return rows
    .filter(({ kind, form_id }) => (kind === 'api' ? published : form_id === null || visible.canSeeForm(form_id)))
    .map(({ kind, name, gives, fixed_values }) => ({
      kind: z.parse(Kind, kind),
      name,
      gives: kind === 'api' && published ? sentByPrograms(published) : gives,
      fixed_values: z.parse(Fixed, fixed_values),
    }))
}

/** Triggers that don't fit a document, by their id, or that of their form where the viewer may see it. */
export async function unfitTriggers(
  { db, tenantId }: ReadTx,
  { id: workflowId, visible }: Pick<ReferencesFor, 'id' | 'visible'>,
  doc: FlowDoc,
): Promise<string[]> {
  const rows = await startsOf(db, tenantId, workflowId)
  return rows.flatMap(({ id, form_id, kind, gives, fixed_values }) => {
    if (id === null || (form_id !== null && !visible.canSeeForm(form_id))) return []
    const start = { kind: z.parse(Kind, kind), gives, fixed_values: z.parse(Fixed, fixed_values) }
    return unfitStarts(doc, start).length > 0 ? [form_id ?? id] : []
  })
}

export async function referencesOf(tx: ReadTx, of: ReferencesFor, doc: FlowDoc): Promise<References> {
  const { db, tenantId } = tx
  const { id, visible, memberId } = of
  const teamIds = idsOf(doc, 'team')
  const people = await authorsNamed(tx, idsOf(doc, 'person'), true)
  const teams = teamIds.length > 0 ? await teamsNamed(db, tenantId, teamIds) : []
  const roles = (await roleNames(db, tenantId)).flatMap(({ name, display_name }) => [name, display_name])
  const secrets = await secretNames(db, tenantId)
  const starts_alone = await startsAlone(db, tenantId, id)
  const starts = await startsIn(tx, of)
  const tools = await toolsIn(tx, doc, memberId)
  const called = await workflowsIn(tx, callsOf(doc), visible)
  return { people, teams, roles, secrets, starts_alone, starts, ...(tools && { tools }), ...called }
}
