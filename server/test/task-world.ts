import type { Client } from '@throughline/contracts/client'
import { completeTask } from '@throughline/contracts/task-acts'
import { getTask } from '@throughline/contracts/tasks'
import type { TurnEvent } from '../src/areas/instances/engine/turn-event.ts'
import { signIn, type TestApi } from './api.ts'
import { makeMember } from './factories.ts'
import { makeInstance, makeTask, makeWorkflow, type TaskSpec } from './running-world.ts'
import { makeSomeone, unique } from './someone.ts'
import { createWorld } from './world.ts'

/** The usual people, two more in our team, and as many tasks as a test wants. */
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
  const at = (taskId: string) => ({ params: { taskId } })
  return {
    ...world,
    workflow,
    hire,
    maya: await hire('maya', 'Maya Okafor'),
    priya: await hire('priya', 'Priya Sharma'),
    at,
    /** Each in an instance of its own, unless one is given. */
    task: async (spec: TaskSpec = {}, of?: string) =>
      makeTask(ctx, ours.tenantId, of ?? (await makeInstance(ctx, ours.tenantId, workflow, started)), spec),
    complete: (client: Client, id: string, body: object = { answers: { amount: 7 } }) =>
      client(completeTask, { ...at(id), body }),
    read: async (id: string, client = actors.owner.client) => (await client(getTask, at(id))).data,
    /** What was done to the instance of this task so far. */
    turns: async (id: string) => {
      const { rows } = await api.database.admin((admin) =>
        admin.query<{ event: TurnEvent }>(
          `select e.event from tasks t join instance_turns u on u.instance_id = t.instance_id
           cross join jsonb_array_elements(u.events) with ordinality as e (event, place)
           where t.id = $1 and e.place <= u.taken order by u.seq, e.place`,
          [id],
        ),
      )
      return rows.map(({ event }) => event)
    },
  }
}
