import { randomUUID } from 'node:crypto'
import type { Body, Made } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { startInstance as startEndpoint, startForm } from '@throughline/contracts/instances'
import { InstanceStatus } from '@throughline/contracts/running'
import { type AnswerProblem, checkAnswers } from '@throughline/flow/answers'
import type { Field } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, forbidden, invalid, notFound } from '../../core/errors.ts'
import type { ApiKeyViewer } from '../../core/http/api-key.ts'
import { type ActingMember, may, type Viewer } from '../../core/http/viewer.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { readDue } from './due.ts'
import { standInOf } from './engine/stand-in.ts'
import { versionOf } from './engine/version.ts'
import { requireStarted } from './start.queries.ts'
import { archived, type Start, startInstance } from './start.ts'
import { clientNamed, findStartHead } from './startable.queries.ts'
import { startableWorkflow } from './startable.ts'
import { presentAmong } from './visibility.queries.ts'
import { instanceKey, storedPriority } from './wire.service.ts'

const Uuid = z.uuid()
const Show = z.record(z.string(), z.json())

/** What the panel asks for; a workflow without a version asks for nothing and cannot start. */
export const readStartForm = (ctx: Context, viewer: Viewer, id: WorkflowId): Promise<Made<typeof startForm>> =>
  readTenant(ctx, viewer, async (tx) => {
    const head = await startableWorkflow(tx, await visibleTo(tx, viewer), id)
    const { current_version } = head
    const version = current_version === null ? undefined : await versionOf(tx.db, tx.tenantId, id, current_version)
    const archived = head.status === 'archived'
    return {
      data: {
        workflow: { id, name: head.name, prefix: head.prefix },
        version: current_version,
        archived,
        next_number: head.next_number,
        fields: version?.doc.start_fields ?? [],
        show: z.parse(Show, version?.exprs.show ?? {}),
        can_start: version !== undefined && !archived && may(viewer, 'instances.manage'),
      },
    }
  })

const notPublished = () => conflict('not_published', 'This workflow has no published version yet')

const PROBLEM_TEXTS: Record<AnswerProblem, string> = {
  required: 'required',
  too_small: 'too small',
  too_large: 'too large',
  too_long: 'too long',
  not_a_number: 'not a number',
  bad_email: 'not an email address',
  bad_url: 'not an address of a page',
  bad_phone: 'not a phone number',
  bad_date: 'not a date',
  not_an_option: 'not one of the options',
  bad_shape: 'not an answer to this field',
}

/** People are named by their id: it has to be that of a member. */
async function strangersIn({ db, tenantId }: TenantTx, fields: readonly Field[], answers: Record<string, Json>) {
  const named = fields.flatMap(({ name, type }) => {
    const value = type === 'person' ? answers[name] : undefined
    const ids = Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]
    return ids.map((id) => ({ name, id: typeof id === 'string' && Uuid.safeParse(id).success ? id : undefined }))
  })
  const ids = named.flatMap(({ id }) => id ?? [])
  const here = ids.length > 0 ? await presentAmong(db, tenantId, ids) : []
  return named.filter(({ id }) => !id || !here.includes(id)).map(({ name }) => name)
}

async function checkedAnswers(tx: TenantTx, workflow: { id: string; version: number }, given: Record<string, Json>) {
  const { doc, exprs } = await versionOf(tx.db, tx.tenantId, workflow.id, workflow.version)
  const fields = doc.start_fields ?? []
  const world = { show: z.parse(Show, exprs.show ?? {}), vars: {}, now: Date.now() }
  const files = fields.filter(({ type }) => type === 'file').map(({ name }) => name)
  // Files are attached to what is there: before the start there is nothing to attach them to.
  const answers = Object.fromEntries(Object.entries(given).filter(([name]) => !files.includes(name)))
  const checked = checkAnswers(fields, answers, world)
  const problems = Object.fromEntries(Object.entries(checked.problems).filter(([name]) => !files.includes(name)))
  const strangers = await strangersIn(tx, fields, given)
  const errors = [
    ...Object.entries(problems).map(([name, problem]) => ({
      path: `answers.${name}`,
      message: PROBLEM_TEXTS[problem],
    })),
    ...strangers.map((name) => ({ path: `answers.${name}`, message: 'not a member' })),
  ]
  if (errors.length > 0) throw invalid('Some answers are missing or aren’t valid', errors)
  return checked.values
}

type StartBody = Body<typeof startEndpoint>
type StartHead = Awaited<ReturnType<typeof startableWorkflow>>
type StartedBy = Pick<Start, 'source' | 'key' | 'startedBy' | 'sourceName' | 'standIn'>

async function startAnswered(tx: TenantTx, id: WorkflowId, head: StartHead, body: StartBody, by: StartedBy) {
  const { current_version: version } = head
  if (version === null) throw notPublished()
  const answers = await checkedAnswers(tx, { id, version }, body.answers)
  const { priority, customer, ...metadata } = body.metadata
  const named = customer?.trim()
  const clientId = named ? await clientNamed(tx.db, tx.tenantId, named.slice(0, 200)) : undefined
  const started = await startInstance(tx, {
    workflowId: id,
    version,
    ...by,
    name: body.name,
    title: body.title,
    description: body.description,
    ...(priority && { priority: storedPriority(priority) }),
    metadata,
    clientId,
    answers,
    narrowed: body.narrowed,
    ...(body.due_date !== undefined && { due: readDue(body.due_date, head.time_zone) }),
  })
  const { prefix, number, status, ...row } = await requireStarted(tx.db, tx.tenantId, started.id)
  const title = row.title || row.name
  const data = { ...row, title, key: instanceKey({ prefix, number }), status: z.parse(InstanceStatus, status) }
  return { data, fresh: started.fresh }
}

type Starter = Pick<ActingMember, 'memberId' | 'permissions' | 'user'>

/** Everything for which it would be refused now, but for a lack of runs. */
export async function requireStart(tx: TenantTx, viewer: Starter, id: WorkflowId, body: StartBody): Promise<StartHead> {
  if (body.narrowed && !may(viewer, 'instances.narrow')) throw forbidden()
  const head = await startableWorkflow(tx, await visibleTo(tx, viewer), id)
  const { current_version: version, status } = head
  if (version === null) throw notPublished()
  if (status === 'archived') throw archived()
  await checkedAnswers(tx, { id, version }, body.answers)
  if (body.due_date !== undefined) readDue(body.due_date, head.time_zone)
  return head
}

/** One start by a person; a key seen before starts nothing and answers with what it started. */
export async function startIn(tx: TenantTx, viewer: Starter, id: WorkflowId, body: StartBody, key: string) {
  if (body.narrowed && !may(viewer, 'instances.narrow')) throw forbidden()
  const head = await startableWorkflow(tx, await visibleTo(tx, viewer), id)
  const { memberId } = viewer
  const by = { source: 'person', key: `${memberId}:${key}`, startedBy: memberId } as const
  return (await startAnswered(tx, id, head, body, by)).data
}

/** By a person: under the key of their request, so that a repeat finds what it started. */
export const startByPerson = (
  ctx: Context,
  viewer: Viewer,
  id: WorkflowId,
  body: StartBody,
  key: string = randomUUID(),
): Promise<Made<typeof startEndpoint>> =>
  inTenant(ctx, viewer, async (tx) => ({ data: await startIn(tx, viewer, id, body, key) }))

/** By a program with an API key: in nobody's name, and of the workflows that the key names alone. */
export const startByKey = (
  ctx: Context,
  apiKey: ApiKeyViewer,
  id: WorkflowId,
  body: StartBody,
  key: string,
): Promise<Made<typeof startEndpoint>> =>
  inTenant(ctx, { tenantId: apiKey.tenantId }, async (tx) => {
    const head = apiKey.workflowIds.has(id) ? await findStartHead(tx.db, tx.tenantId, id) : undefined
    if (!head) throw notFound('This workflow')
    if (body.narrowed) throw forbidden('This API key doesn’t allow this')
    const { data, fresh } = await startAnswered(tx, id, head, body, {
      source: 'api',
      key: `${apiKey.keyId}:${key}`,
      startedBy: null,
      sourceName: apiKey.name,
      standIn: standInOf(apiKey.standIn),
    })
    if (fresh) tx.count(STARTED_BY_KEY, apiKey.keyId, 1)
    return { data }
  })

/** Counts by API key what it has started. */
export const STARTED_BY_KEY = 'api_key.started'
