import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Client, createClient } from '../../../contracts/src/client.ts'
import { TaskId, type WorkflowId } from '../../../contracts/src/ids.ts'
import { startInstance } from '../../../contracts/src/instances.ts'
import { completeTask } from '../../../contracts/src/task-acts.ts'
import { eachLimited } from '../../../server/src/core/each-limited.ts'
import { type Installation, startInstallation, stopOnSignal } from '../crash/installation.ts'
import { makeOrganization, type Organization, publish } from '../organization.ts'
import { startReceiver } from '../runs/receiver.ts'
import { namesOfPairs } from '../runs/world.ts'

/** Each may write five times a second. */
const AT_ONCE = 8
const LOOK_AGAIN = 1_000

export interface Wishes {
  small: boolean
  /** How long the engine is away, and how old a backup is. */
  minutes: number
  say: (line: string) => void
}

export interface Part {
  title: string
  lines: string[]
  broken: string[]
}

/** An installation with people in it, on servers of its own, and a receiver of its calls. */
export interface Setting extends Wishes {
  installation: Installation
  receiver: Awaited<ReturnType<typeof startReceiver>>
  organization: Organization
  owner: Client
  /** Whose tasks they are. */
  person: string
  publish: (document: object) => Promise<WorkflowId>
  /** One instance for each ticket. */
  start: (workflowId: WorkflowId, tickets: readonly string[]) => Promise<void>
  /** The open tasks of this step, of instances whose ticket begins so; says how many. */
  complete: (step: string, beginning: string) => Promise<number>
  rows: <T extends object>(sql: string, values?: readonly unknown[]) => Promise<T[]>
  /** Looks every second; says after how many milliseconds it was so, or that it never was. */
  until: (what: string, withinMs: number, check: () => Promise<boolean>) => Promise<number | undefined>
  stop: (keepLogs: boolean) => Promise<void>
}

export const ticketsOf = (beginning: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${beginning}${n}`)

export async function startSetting(wishes: Wishes, pairs: number, workerPreload?: string): Promise<Setting> {
  const receiver = await startReceiver()
  process.env.TOOLS_TRUSTED_ORIGINS = receiver.origin
  const installation = await startInstallation(false, undefined, workerPreload ? { worker: workerPreload } : {})
  stopOnSignal(installation)
  wishes.say(`logs in ${installation.folder}`)
  const { environment, origin, database } = installation
  const organization = await makeOrganization(environment, origin, 'Loss', namesOfPairs(pairs))
  const [first] = organization.people
  if (!first) throw new Error('there is nobody')
  const clients = new Map(
    organization.people.map(({ memberId, fetch }) => [String(memberId), createClient({ origin, fetch })]),
  )
  const starters = [...clients.values()]

  const rows = <T extends object>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
    database.admin(async (admin) => (await admin.query<T>(sql, [...values])).rows)

  return {
    ...wishes,
    installation,
    receiver,
    organization,
    owner: createClient({ origin, fetch: organization.owner.fetch }),
    person: first.memberId,
    rows,
    publish: (document) => publish(origin, organization, document),
    start: (workflowId, tickets) =>
      eachLimited([...tickets.entries()], AT_ONCE, async ([n, ticket]) => {
        const client = starters[n % starters.length]
        const body = { name: ticket, title: ticket, answers: { ticket } }
        await client?.(startInstance, { params: { workflowId }, body })
      }),
    complete: async (step, beginning) => {
      const open = await rows<{ id: string; member: string }>(
        `select t.id, t.assigned_to as member from tasks t join instances i on i.tenant_id = t.tenant_id and i.id = t.instance_id
         where t.step = $1 and t.status in ('pending', 'in_progress') and i.name ^@ $2`,
        [step, beginning],
      )
      await eachLimited(open, AT_ONCE, async ({ id, member }) => {
        const client = clients.get(member)
        const body = { answers: {} }
        await patiently(async () => void (await client?.(completeTask, { params: { taskId: TaskId.parse(id) }, body })))
      })
      return open.length
    },
    until: async (what, withinMs, check) => {
      const began = Date.now()
      while (!(await check())) {
        if (Date.now() - began > withinMs) {
          wishes.say(`not within ${Math.round(withinMs / 1000)} s: ${what}`)
          return undefined
        }
        await sleep(LOOK_AGAIN)
      }
      wishes.say(`after ${Math.round((Date.now() - began) / 1000)} s: ${what}`)
      return Date.now() - began
    },
    stop: async (keepLogs) => {
      receiver.close()
      await installation.stop(keepLogs)
    },
  }
}

/** One person has many tasks here: asked to wait, they wait and go on. */
async function patiently(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error
    await sleep((error.retryAfter ?? 1) * 1000)
    await patiently(act)
  }
}

/** How often each ticket was done at the receiver, by different keys; and how often it was asked again under one. */
export function countDone({ receiver }: Setting, beginning: string) {
  const keys = new Map<string, number>()
  let again = 0
  for (const { instance, times } of receiver.asked.values()) {
    if (!instance.startsWith(beginning)) continue
    keys.set(instance, (keys.get(instance) ?? 0) + 1)
    again += times - 1
  }
  return { done: keys.size, twice: [...keys.values()].filter((count) => count > 1).length, again }
}

/** When each ticket was done at the receiver. */
export const momentsOf = ({ receiver }: Setting) =>
  new Map([...receiver.asked.values()].map(({ instance, first }) => [instance, first]))

/** So many instances whose ticket begins so have this task open. */
export async function openAt({ rows }: Setting, step: string, beginning: string): Promise<number> {
  const [found] = await rows<{ n: number }>(
    `select count(*)::int as n from tasks t join instances i on i.tenant_id = t.tenant_id and i.id = t.instance_id
     where t.step = $1 and t.status in ('pending', 'in_progress') and i.name ^@ $2`,
    [step, beginning],
  )
  return found?.n ?? 0
}

export const seconds = (milliseconds: number | undefined) =>
  milliseconds === undefined ? 'never' : `${(milliseconds / 1000).toFixed(1)} s`

/** Those that are more than none. */
export const brokenOf = (checks: readonly (readonly [string, number])[]) =>
  checks.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`)
