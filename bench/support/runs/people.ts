import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../../contracts/src/client.ts'
import { startInstance } from '../../../contracts/src/instances.ts'
import { completeTask, decideTask } from '../../../contracts/src/task-acts.ts'
import { listTasks } from '../../../contracts/src/tasks.ts'
import { type Act, perform } from './acts.ts'
import type { RunsWorld } from './world.ts'

const LOOK_AGAIN = 250
const AT_ONCE = 4
const RELEASED_AGAIN = 50

export interface Going {
  acts: Act[]
  /** False once everything has to be over. */
  on: () => boolean
}

interface Pace {
  /** Milliseconds between two starts. */
  each: number
  /** How many may have been started so far. */
  released: () => number
}

/** Starts instances one after the other, each under a ticket of its own. */
export async function startAll(origin: string, world: RunsWorld, tickets: readonly string[], pace: Pace, going: Going) {
  const [starter] = world.people
  if (!starter) return
  const client = createClient({ origin, fetch: starter.fetch })
  for (const [number, ticket] of tickets.entries()) {
    while (number >= pace.released() && going.on()) await sleep(RELEASED_AGAIN)
    const act: Act = { kind: 'start', subject: ticket, tries: [] }
    going.acts.push(act)
    const began = Date.now()
    const body = { name: ticket, title: ticket, answers: { ticket } }
    await perform(act, going.on, (idempotencyKey) =>
      client(startInstance, { params: { workflowId: world.workflowId }, body }, { idempotencyKey }),
    )
    await sleep(Math.max(0, pace.each - (Date.now() - began)))
  }
}

/** Looks at their own work again and again, and does what is there. */
export async function work(origin: string, { username, fetch }: RunsWorld['people'][number], going: Going) {
  const client = createClient({ origin, fetch })
  const done = new Set<string>()
  const query = { assigned_to: username, status: 'pending_only', limit: 100 } as const
  while (going.on()) {
    const found = await client(listTasks, { query }).then(
      ({ data }) => data.filter(({ id, state }) => !done.has(id) && (state === 'pending' || state === 'in_progress')),
      () => [],
    )
    for (let first = 0; first < found.length; first += AT_ONCE) {
      await Promise.all(
        found.slice(first, first + AT_ONCE).map(async ({ id, name, task_type }) => {
          done.add(id)
          const kind = task_type === 'approval' ? 'decide' : 'complete'
          const answers: Record<string, number> = name === 'Enter' ? { amount: 7 } : {}
          const act: Act = { kind, subject: id, tries: [] }
          going.acts.push(act)
          await perform(act, going.on, (idempotencyKey) =>
            kind === 'decide'
              ? client(decideTask, { params: { taskId: id }, body: { decision: 'approve' } }, { idempotencyKey })
              : client(completeTask, { params: { taskId: id }, body: { answers } }, { idempotencyKey }),
          )
        }),
      )
    }
    if (found.length === 0) await sleep(LOOK_AGAIN)
  }
}
