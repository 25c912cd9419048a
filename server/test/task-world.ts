import type { Client } from '@throughline/contracts/client'
import { completeTask } from '@throughline/contracts/task-acts'
import { getTask } from '@throughline/contracts/tasks'
import { signIn, type TestApi } from './api.ts'
import { makeMember } from './factories.ts'
import { makeInstance, makeTask, makeWorkflow, type TaskSpec } from './running-world.ts'
import { makeSomeone, unique } from './someone.ts'
import { createWorld } from './world.ts'

interface Signal {
  t: string
  step: string
  round: number
}

/** The usual people, two more in our team, and an instance that has as many tasks as a test wants. */
export async function createTaskWorld(api: TestApi) {
  const { ctx } = api
  const world = await createWorld(api)
  const { ours, actors } = world
  const hire = async (word: string, name: string) => {
    const { personId, username, email } = await makeSomeone(ctx, { username: unique(word), name })
    const id = await makeMember(ctx, ours, { personId, name, email, role: 'member', teamId: ours.teamId })
    return { id, ...(await signIn(api, username)) }
  }
  const workflow = await makeWorkflow(ctx, ours)
  const started = { startedBy: ours.ownerId, variables: { amount: 7 } }
  const instance = await makeInstance(ctx, ours.tenantId, workflow, started)
  let round = 0
  const at = (taskId: string) => ({ params: { taskId } })
  return {
    ...world,
    workflow,
    maya: await hire('maya', 'Maya Okafor'),
    priya: await hire('priya', 'Priya Sharma'),
    at,
    /** Each in a run of its own. */
    task: (spec: TaskSpec = {}, of = instance) => {
      round += 1
      return makeTask(ctx, ours.tenantId, of, { round, ...spec })
    },
    complete: (client: Client, id: string, body: object = { answers: { amount: 7 } }) =>
      client(completeTask, { ...at(id), body }),
    read: async (id: string, client = actors.owner.client) => (await client(getTask, at(id))).data,
    /** What the instance will be told about this task. */
    signals: async (id: string) => {
      const { rows } = await api.database.admin((admin) =>
        admin.query<{ event: Signal }>(
          `select payload->'args'->'event' as event from outbox o join tasks t on t.instance_id = o.aggregate_id::uuid
           where t.id = $1 and topic = 'workflow.signal' and (payload->'args'->'event'->>'round')::int = t.round order by o.id`,
          [id],
        ),
      )
      return rows.map(({ event }) => event)
    },
  }
}
