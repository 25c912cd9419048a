import { readFileSync } from 'node:fs'
import { type Client, createClient } from '../../../contracts/src/client.ts'
import { InstanceId, TaskId, type WorkflowId } from '../../../contracts/src/ids.ts'
import { startInstance } from '../../../contracts/src/instances.ts'
import { completeTask } from '../../../contracts/src/task-acts.ts'
import { logOf } from '../../../scripts/stack/places.ts'
import { type Installation, startInstallation, stopOnSignal } from '../crash/installation.ts'
import { createPorts } from '../crash/ports.ts'
import { makeOrganization, type Organization, publish, type Someone } from '../organization.ts'

/** What the product has by default. */
const CONNECTIONS = 20
const PRELOAD = 'bench/support/crowd/loop-delay.preload.ts'

export interface Person extends Someone {
  client: Client
}

interface OpenTask {
  id: TaskId
  step: string
  member: string
}

/** Milliseconds. */
export interface LoopDelay {
  p50: number
  p99: number
  most: number
}

/** An organisation at work in an installation of its own, and what is known of it from outside. */
export interface Crowd {
  installation: Installation
  organization: Organization
  owner: Person
  people: Person[]
  /** Answers of 500 and above, in words. */
  faults: string[]
  publish(document: object): Promise<WorkflowId>
  start(by: Person, workflowId: WorkflowId): Promise<InstanceId>
  openTasks(instanceId: InstanceId): Promise<OpenTask[]>
  complete(by: Person, taskId: TaskId): Promise<void>
  /** Whether an instance has come to its end. */
  isCompleted(instanceId: InstanceId): Promise<boolean>
  resetLoop(): Promise<void>
  loopDelay(): Promise<LoopDelay>
  /** What PostgreSQL's own log says of this database so far: each was repeated, or answered with a fault. */
  refusedLocks(): { deadlocks: number; timeouts: number }
  stop(keepLogs: boolean): Promise<void>
}

export async function startCrowd(count: number): Promise<Crowd> {
  const port = await createPorts()()
  process.env.LOOP_DELAY_PORT = String(port)
  const installation = await startInstallation(false, CONNECTIONS, { api: PRELOAD })
  stopOnSignal(installation)
  const { environment, origin, database } = installation
  const names = Array.from({ length: count }, (_, n) => `person-${n}`)
  const organization = await makeOrganization(environment, origin, 'Crowd', names)
  const faults: string[] = []
  const personOf = (someone: Someone): Person => {
    const noticed: typeof fetch = async (input, init) => {
      const answer = await someone.fetch(input, init)
      if (answer.status >= 500) faults.push(`${answer.status} ${init?.method ?? 'GET'} ${new URL(answer.url).pathname}`)
      return answer
    }
    return { ...someone, fetch: noticed, client: createClient({ origin, fetch: noticed }) }
  }
  const address = `http://127.0.0.1:${port}/`
  return {
    installation,
    organization,
    owner: personOf(organization.owner),
    people: organization.people.map(personOf),
    faults,
    publish: (document) => publish(origin, organization, document),
    start: async ({ client }, workflowId) => {
      const body = { name: 'Crowd', title: 'Crowd', answers: {} }
      return (await client(startInstance, { params: { workflowId }, body })).data.id
    },
    openTasks: (instanceId) =>
      database.admin(async (admin) => {
        const { rows } = await admin.query<{ id: string; step: string; member: string }>(
          `select id, step, assigned_to as member from tasks
           where instance_id = $1 and status in ('pending', 'in_progress') order by number`,
          [instanceId],
        )
        return rows.map((row) => ({ ...row, id: TaskId.parse(row.id) }))
      }),
    complete: async ({ client }, taskId) => {
      await client(completeTask, { params: { taskId }, body: { answers: {} } })
    },
    isCompleted: (instanceId) =>
      database.admin(async (admin) => {
        const { rows } = await admin.query(`select from instances where id = $1 and status = 'completed'`, [instanceId])
        return rows.length === 1
      }),
    resetLoop: async () => void (await fetch(address, { method: 'POST' })),
    loopDelay: async () => {
      const found: LoopDelay = JSON.parse(await (await fetch(address)).text())
      return found
    },
    refusedLocks: () => {
      const lines = readFileSync(logOf('postgres'), 'utf8')
        .split('\n')
        .filter((line) => line.includes(`@${database.name} ERROR:`))
      const count = (words: string) => lines.filter((line) => line.includes(words)).length
      return { deadlocks: count('deadlock detected'), timeouts: count('due to lock timeout') }
    },
    stop: (keepLogs) => installation.stop(keepLogs),
  }
}

export const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
