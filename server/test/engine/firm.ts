import type { MemberId } from '@throughline/contracts/ids'
import { compile, parse, print } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import type { Verdict } from '@throughline/flow/run'
import { sql } from 'kysely'
import type { NewEvent, TurnEvent } from '../../src/areas/instances/engine/turn-event.ts'
import { playEvent } from '../../src/areas/instances/play-act.service.ts'
import { type Start, startInstance } from '../../src/areas/instances/start.ts'
import type { Context } from '../../src/core/context.ts'
import { inTenant } from '../../src/core/db/in-tenant.ts'
import type { TenantTx } from '../../src/core/db/tenant-tx.ts'
import { AppError } from '../../src/core/errors.ts'
import { eventually } from '../eventually.ts'
import { makeMember, makePerson, makeTenant, type Tenant } from '../factories.ts'
import { completeTask, decideTask } from './acts.ts'

export type Runs = Extract<ReturnType<typeof compile>, { ok: true }>

let people = 0

const readTasks = ({ db, tenantId }: TenantTx, instanceId: string) =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .orderBy('number')
    .execute()

const readRow = ({ db, tenantId }: TenantTx, instanceId: string) =>
  db
    .selectFrom('instances as i')
    .innerJoin('instance_state as s', 's.instance_id', 'i.id')
    .selectAll('i')
    .select(['s.variables', 's.state', 's.lists'])
    .where('s.tenant_id', '=', tenantId)
    .where('i.tenant_id', '=', tenantId)
    .where('i.id', '=', instanceId)

type Work = <T>(act: (tx: TenantTx) => Promise<T>) => Promise<T>

async function makeMembers(ctx: Context, tenant: Tenant, names: readonly string[]): Promise<MemberId[]> {
  const members: MemberId[] = []
  for (const name of names) {
    const username = `p${++people}${Date.now()}`
    const personId = await makePerson(ctx, { username, name })
    const email = `${username}@example.test`
    members.push(await makeMember(ctx, tenant, { personId, name, email, role: 'manager' }))
  }
  return members
}

/** Workflows with one version each, as if they had been published. */
function createPublishing(work: Work) {
  async function publish(document: Record<string, unknown>): Promise<string> {
    const { doc } = parse({ prefix: 'RUN', ...document })
    const compiled = compile(doc)
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
    return keep(doc, compiled, document.prefix !== undefined)
  }

  async function keep(doc: FlowDoc, compiled: Runs, named = false): Promise<string> {
    const prefix = named ? doc.prefix : `R${++people}`
    return work(async ({ db, tenantId }) => {
      const { id } = await db
        .insertInto('workflows')
        .values({ tenant_id: tenantId, name: doc.name, prefix, current_version: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('workflow_versions')
        .values({
          tenant_id: tenantId,
          workflow_id: id,
          number: 1,
          hash: compiled.plan.hash,
          document: JSON.stringify(print(doc)),
          plan: JSON.stringify(compiled.plan),
          exprs: JSON.stringify(compiled.exprs),
          changes: '[]',
          change_count: 0,
          authors: [],
        })
        .execute()
      return id
    })
  }

  return { publish, keep }
}

/** What the rows say, at once or as soon as they say it. */
function createReading(work: Work) {
  const tasksOf = (instanceId: string) => work((tx) => readTasks(tx, instanceId))
  const instance = (instanceId: string) => work((tx) => readRow(tx, instanceId).executeTakeFirstOrThrow())

  /** An instance between two turns, with its tasks and the turns after this one; nothing while a turn is committed. */
  const look = (instanceId: string, seq: number) =>
    work(async (tx) => {
      const { rows: turns } = await sql<{ seq: number; events: TurnEvent[]; taken: number }>`
        select seq, events, taken from instance_turns
        where tenant_id = ${tx.tenantId} and instance_id = ${instanceId} and seq > ${seq} order by seq`.execute(tx.db)
      const tasks = await readTasks(tx, instanceId)
      const row = await readRow(tx, instanceId).executeTakeFirstOrThrow()
      return row.seq === (turns.at(-1)?.seq ?? seq) ? { turns, row, tasks } : undefined
    })

  /** The newest task of a step (of an item of its list), as soon as it is there and open. */
  const open = async (
    instanceId: string,
    step: string,
    where: { item?: number; round?: number; status?: string } = {},
  ) => {
    const { item = -1, round, status } = where
    return eventually(async () => {
      const tasks = await tasksOf(instanceId)
      const task = tasks.findLast(
        (one) => one.step === step && one.item === item && (round === undefined || one.round === round),
      )
      if (task && (status ? [status] : ['pending', 'in_progress']).includes(task.status)) return task
      const all = tasks.map((one) => `${one.step}/${one.round}/${one.item} ${one.status}`)
      throw new Error(`${step} is not open: ${all.join(', ')}`)
    })
  }

  const ended = (instanceId: string, status = 'completed') =>
    eventually(async () => {
      const row = await instance(instanceId)
      if (row.status === status) return row
      throw new Error(`it is ${row.status}: ${row.current_steps.join(', ')}`)
    })

  return { tasksOf, instance, look, open, ended }
}

/** What the act answers, or the code of its refusal. */
const orRefusal = async <T>(act: Promise<T>): Promise<T | { refused: string }> => {
  try {
    return await act
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { refused: error.code }
  }
}

/** What people do, each in a transaction of its own. */
function createActs(work: Work) {
  /** Whether it was accepted. */
  const complete = async (taskId: string, by: string, answers: Record<string, Json> = {}) =>
    (await orRefusal(work((tx) => completeTask(tx, taskId, by, answers)))) === true
  /** The seat it was decided in, if it was accepted. */
  const decide = async (taskId: string, by: string, decision: Verdict, comment = '') => {
    const slot = await orRefusal(work((tx) => decideTask(tx, taskId, by, { decision, comment })))
    return typeof slot === 'number' ? slot : undefined
  }

  /** What an operator does, or somebody says a second time; answers why it is refused where it does not count. */
  const operate = async (instanceId: string, event: NewEvent): Promise<string> => {
    const answer = await orRefusal(work((tx) => playEvent(tx, instanceId, event)))
    return answer ? answer.refused : 'done'
  }

  return { complete, decide, operate }
}

/** An organisation whose work runs on the real engine, with people who act by their rows. */
export async function makeFirm(ctx: Context, names: readonly string[] = ['Ada', 'Ben', 'Cleo']) {
  const boss = await makePerson(ctx, { username: `boss${++people}${Date.now()}`, name: 'Boss' })
  const tenant: Tenant = await makeTenant(ctx, boss, 'organization', 'Harbor')
  const members = await makeMembers(ctx, tenant, names)
  const scope = { tenantId: tenant.tenantId }
  const work: Work = (act) => inTenant(ctx, scope, act)

  const start = async (workflowId: string, more: Partial<Start> = {}) => {
    const key = more.key ?? `k${++people}${Date.now()}`
    const made = await work((tx) =>
      startInstance(tx, {
        workflowId,
        source: 'person',
        name: 'Desk',
        answers: {},
        startedBy: tenant.ownerId,
        ...more,
        key,
      }),
    )
    return made.id
  }

  return {
    tenant,
    scope,
    owner: tenant.ownerId,
    members,
    work,
    start,
    ...createPublishing(work),
    ...createReading(work),
    ...createActs(work),
  }
}

export type Firm = Awaited<ReturnType<typeof makeFirm>>
