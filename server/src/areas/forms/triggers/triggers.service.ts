import type { Body, Made } from '@throughline/contracts/endpoint'
import type {
  addWorkflowTrigger,
  changeWorkflowTrigger,
  FormTrigger,
  listFormTriggers,
  listWorkflowTriggers,
  removeWorkflowTrigger,
} from '@throughline/contracts/form-triggers'
import type { FormId, WorkflowId } from '@throughline/contracts/ids'
import { Json } from '@throughline/contracts/json'
import { fieldOf } from '@throughline/flow/form'
import { type MappingProblem, mappingProblems, targetsOf } from '@throughline/flow/form-mapping'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { countersOf } from '../../../core/db/counters.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { peopleOf } from '../../instances/instances.public.ts'
import {
  fixedProblems,
  requireMayStart,
  STARTED,
  standInFor,
  standInNames,
  standInWire,
  startNeedsStarter,
  WAITING,
} from '../../starts/starts.public.ts'
import { openWorkflow, visibleTo } from '../../workflows/workflows.public.ts'
import { type OpenedForm, openForm, openFormForChange, requireVisibleForm } from '../opened.ts'
import { recordFormAct } from '../publish-frames.ts'
import { wakeStarts } from './start-waiting.ts'
import {
  deleteTriggers,
  findTrigger,
  insertTrigger,
  type StoredTrigger,
  type TriggerValues,
  triggersOfForm,
  triggersOfWorkflow,
  updateTrigger,
} from './triggers.queries.ts'

const Mapping = z.record(z.string(), z.string())
const Fixed = z.record(z.string(), Json)

const noSuchTrigger = () => notFound('This trigger')

const Uuid = z.uuid()

/** Ids among the fixed values: of members, where the variable is a person. */
const idsIn = ({ fixed_values }: StoredTrigger): string[] =>
  Object.values(z.parse(Fixed, fixed_values)).flatMap((value) => {
    const { success, data } = Uuid.safeParse(value)
    return success ? data : []
  })

interface TriggerNames {
  people: ReadonlyMap<string, string>
  standIns: ReadonlyMap<string, string>
}

function triggerWire(trigger: StoredTrigger, { people, standIns }: TriggerNames): z.input<typeof FormTrigger> {
  return {
    form_id: trigger.form_id,
    workflow_id: trigger.workflow_id,
    field_mapping: z.parse(Mapping, trigger.field_mapping),
    fixed_values: z.parse(Fixed, trigger.fixed_values),
    people: idsIn(trigger).flatMap((id) => {
      const name = people.get(id)
      return name === undefined ? [] : { id, name }
    }),
    stand_in: standInWire(trigger, standIns),
  }
}

const namesFor = async (tx: ReadTx, triggers: readonly StoredTrigger[]): Promise<TriggerNames> => ({
  people: new Map([...(await peopleOf(tx, triggers.flatMap(idsIn)))].map(([id, { name }]) => [id, name])),
  standIns: await standInNames(
    tx.db,
    tx.tenantId,
    triggers.flatMap(({ stand_in_id }) => stand_in_id ?? []),
  ),
})

/** Without those of workflows that the viewer may not see. */
export const formTriggers = (ctx: Context, viewer: Viewer, formId: FormId): Promise<Made<typeof listFormTriggers>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    await requireVisibleForm(tx, viewer, formId)
    const visible = await visibleTo(tx, viewer)
    const triggers = (await triggersOfForm(db, tenantId, formId)).filter(({ workflow_id }) =>
      visible.canSee(workflow_id),
    )
    const ids = triggers.map(({ id }) => id)
    const names = await namesFor(tx, triggers)
    const started = await countersOf(db, tenantId, STARTED, ids)
    const waiting = await countersOf(db, tenantId, WAITING, ids)
    return {
      data: triggers.map((trigger) => ({
        ...triggerWire(trigger, names),
        workflow: {
          id: trigger.workflow_id,
          name: trigger.name,
          prefix: trigger.prefix,
          published: trigger.current_version !== null,
          archived: trigger.status === 'archived',
        },
        started: started.get(trigger.id) ?? 0,
        not_started: waiting.get(trigger.id) ?? 0,
      })),
    }
  })

export const workflowTriggers = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
): Promise<Made<typeof listWorkflowTriggers>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { visible, published, draft } = await openWorkflow(tx, viewer, workflowId)
    const all = await triggersOfWorkflow(tx.db, tx.tenantId, workflowId)
    const triggers = all.filter(({ form_id }) => visible.canSeeForm(form_id))
    const names = await namesFor(tx, triggers)
    return {
      triggers: { form_submissions: triggers.map((trigger) => triggerWire(trigger, names)) },
      needs_starter: await startNeedsStarter(tx, published ?? draft),
    }
  })

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  number: 'number',
  boolean: 'yes/no',
  date: 'date',
  datetime: 'time',
  list: 'list',
  file: 'files',
  person: 'person',
  table: 'table',
  json: 'data',
}

function messageOf(problem: MappingProblem): { path: string; message: string } {
  switch (problem.code) {
    case 'no_field':
      return { path: `field_mapping.${problem.element}`, message: 'not a field of this form' }
    case 'bad_variable':
      return { path: `field_mapping.${problem.element}`, message: 'not the name of a variable' }
    case 'variable_twice':
      return {
        path: `field_mapping.${problem.element}`,
        message: `${problem.variable} is already set by another field or value`,
      }
    case 'does_not_fit': {
      const { answer, wanted } = problem
      return {
        path: `field_mapping.${problem.element}`,
        message: `a ${TYPE_NAMES[answer]} answer doesn’t fit a ${TYPE_NAMES[wanted]} variable`,
      }
    }
    case 'other_options':
      return {
        path: `field_mapping.${problem.element}`,
        message: `has answers that aren’t options of ${problem.variable}`,
      }
    case 'missing':
      break
  }
  return { path: `fixed_values.${problem.variable}`, message: 'required by the workflow, but no field provides it' }
}

type TriggerBody = Omit<Body<typeof addWorkflowTrigger>, 'form_id'>

async function checkedValues(
  tx: TenantTx,
  viewer: Viewer,
  form: OpenedForm,
  workflowId: WorkflowId,
  body: TriggerBody,
) {
  const { published, draft } = await openWorkflow(tx, viewer, workflowId)
  const doc = published ?? draft
  if (Object.keys(body.field_mapping).length === 0) {
    throw invalid('Please add at least one field mapping', [{ path: 'field_mapping', message: 'required' }])
  }
  const fields = form.draft.elements.flatMap((element) => fieldOf(element) ?? [])
  const problems = mappingProblems(fields, targetsOf(doc), body.field_mapping, body.fixed_values)
  const errors = [...problems.map(messageOf), ...fixedProblems(doc, body.fixed_values)]
  if (errors.length > 0) throw invalid('Some fields aren’t mapped correctly', errors)
  const standIn = await standInFor(tx, viewer, body.stand_in, doc)
  return { mapping: body.field_mapping, fixed: body.fixed_values, standIn } satisfies TriggerValues
}

async function wireOf(tx: TenantTx, workflowId: WorkflowId, formId: FormId) {
  const trigger = await findTrigger(tx.db, tx.tenantId, workflowId, formId)
  if (!trigger) throw noSuchTrigger()
  return { data: triggerWire(trigger, await namesFor(tx, [trigger])) }
}

export const addTrigger = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
  { form_id: formId, ...body }: Body<typeof addWorkflowTrigger>,
): Promise<Made<typeof addWorkflowTrigger>> =>
  inTenant(ctx, viewer, async (tx) => {
    requireMayStart(viewer)
    const form = await openFormForChange(tx, viewer, formId)
    const values = await checkedValues(tx, viewer, form, workflowId, body)
    const made = await insertTrigger(tx.db, tx.tenantId, { workflowId, formId, memberId: viewer.memberId }, values)
    if (!made) throw conflict('trigger_exists', 'Responses to this form already start this workflow')
    await recordFormAct(tx, 'form.trigger_added', form.row)
    return wireOf(tx, workflowId, formId)
  })

/** Responses that the old mapping could not start are retried with the new one. */
export const changeTrigger = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
  formId: FormId,
  body: Body<typeof changeWorkflowTrigger>,
): Promise<Made<typeof changeWorkflowTrigger>> =>
  inTenant(ctx, viewer, async (tx) => {
    requireMayStart(viewer)
    const form = await openForm(tx, viewer, formId)
    const values = await checkedValues(tx, viewer, form, workflowId, body)
    const before = await findTrigger(tx.db, tx.tenantId, workflowId, formId)
    if (!before) throw noSuchTrigger()
    await updateTrigger(tx.db, tx.tenantId, before.id, values)
    await wakeStarts(tx, workflowId)
    await recordFormAct(tx, 'form.trigger_changed', form.row)
    return wireOf(tx, workflowId, formId)
  })

/** Instances it started continue; responses that it could not start no longer wait for it. */
export const removeTrigger = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
  formId: FormId,
): Promise<Made<typeof removeWorkflowTrigger>> =>
  inTenant(ctx, viewer, async (tx) => {
    const visible = await visibleTo(tx, viewer)
    const form = await openForm(tx, viewer, formId)
    const trigger = visible.canSee(workflowId) ? await findTrigger(tx.db, tx.tenantId, workflowId, formId) : undefined
    if (!trigger) throw noSuchTrigger()
    await deleteTriggers(tx.db, tx.tenantId, sql`id = ${trigger.id}`)
    await wakeStarts(tx, workflowId)
    await recordFormAct(tx, 'form.trigger_removed', form.row)
    return { form_id: formId }
  })
