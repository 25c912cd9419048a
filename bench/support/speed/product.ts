import { createClient } from '../../../contracts/src/client.ts'
import { startInstance } from '../../../contracts/src/instances.ts'
import { completeTask } from '../../../contracts/src/task-acts.ts'
import type { Side } from '../../../server/test/bare/side.ts'
import { openLive } from '../../../server/test/open-live.ts'
import type { Installation } from '../crash/installation.ts'
import type { RunsWorld } from '../runs/world.ts'

type Admin = Parameters<Parameters<Installation['database']['admin']>[0]>[0]

/** Through the API as people do it, each with a session of their own; somebody else's page listens. */
export async function startProduct(
  installation: Installation,
  admin: Admin,
  worlds: readonly RunsWorld[],
  stackPids: Record<string, number>,
  /** Whether a step is the other person's of the pair. */
  isTheirs: (step: number) => boolean = () => false,
) {
  const { origin } = installation
  const seats = worlds.map(({ workflowId, people: [starter, other] }) => {
    if (!starter || !other) throw new Error('nobody starts')
    const [client, theirs] = [starter, other].map(({ fetch }) => createClient({ origin, fetch }))
    if (!client || !theirs) throw new Error('nobody works')
    return { workflowId, client, theirs }
  })
  const seatOf = (client: number) => {
    const seat = seats[client % seats.length]
    if (!seat) throw new Error('there is no seat')
    return seat
  }

  const frames = new Map<string, number>()
  const listener = worlds[0]?.people[1]
  if (!listener) throw new Error('nobody listens')
  const socket = await openLive(origin, { origin, cookie: `__Host-session=${listener.token}` }, ({ type, id }) => {
    if (type === 'task.opened') frames.set(id, Date.now())
  })

  const side: Side = {
    name: 'product',
    start: async (client) => {
      const seat = seatOf(client)
      const body = { name: 'Three steps', title: 'Three steps', answers: {} }
      const { data } = await seat.client(startInstance, { params: { workflowId: seat.workflowId }, body })
      return data.id
    },
    complete: async (client, { task, step }) => {
      const { client: own, theirs } = seatOf(client)
      await (isTheirs(step) ? theirs : own)(completeTask, { params: { taskId: task }, body: { answers: {} } })
    },
    look: async (open) => {
      const { rows } = await admin.query<{ instance: string; task: string; step: number; ended: boolean }>(
        `select i.id as instance, t.id as task, t.number as step, i.status = 'completed' as ended
         from instances i left join tasks t on t.tenant_id = i.tenant_id and t.instance_id = i.id and t.status = 'pending'
         where i.tenant_id = $1 and i.id = any ($2)`,
        [worlds[0]?.tenantId, open],
      )
      return {
        ready: rows.filter(({ task }) => task !== null),
        ended: rows.filter(({ ended }) => ended).map(({ instance }) => instance),
      }
    },
    firstSeen: async (instances) => {
      const { rows } = await admin.query<{ id: string; instance: string }>(
        'select id, instance_id as instance from tasks where number = 1 and instance_id = any ($1)',
        [instances],
      )
      return new Map(
        rows.flatMap(({ id, instance }) => {
          const at = frames.get(id)
          return at === undefined ? [] : [[instance, at] as const]
        }),
      )
    },
    processes: () => ({ ...stackPids, ...installation.pids() }),
  }
  return { side, stop: () => socket.close() }
}
