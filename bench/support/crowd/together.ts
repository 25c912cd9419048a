import { setTimeout as sleep } from 'node:timers/promises'
import { listInstances } from '../../../contracts/src/instances.ts'
import { listTasks } from '../../../contracts/src/tasks.ts'
import { type Crowd, type Person, sorted } from './crowd.ts'
import { everybodyAtOnce } from './documents.ts'

const READS_EVERY = 40

export interface Burst {
  /** Milliseconds until each was answered, and until each read of somebody else was. */
  acts: number[]
  reads: number[]
  completed: boolean
}

/** Somebody with other work to do reads one list after the other. */
async function read({ client, username }: Person, on: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; on(); n++) {
    const began = performance.now()
    if (n % 2 === 0) await client(listTasks, { query: { assigned_to: username, status: 'pending_only', limit: 50 } })
    else await client(listInstances, { query: { limit: 20 } })
    times.push(performance.now() - began)
    await sleep(READS_EVERY)
  }
  return times
}

/** All of them complete their tasks of one instance at the same moment, while others read. */
export async function together(
  crowd: Crowd,
  doing: readonly Person[],
  reading: readonly Person[],
  bursts: number,
): Promise<Burst[]> {
  const { owner } = crowd
  const workflowId = await crowd.publish(everybodyAtOnce(doing.map(({ memberId }) => memberId)))
  const byMember = new Map(doing.map((person) => [String(person.memberId), person]))
  const burst = async (): Promise<Burst> => {
    const instanceId = await crowd.start(owner, workflowId)
    for (const { id } of await crowd.openTasks(instanceId)) await crowd.complete(owner, id)
    const tasks = await crowd.openTasks(instanceId)
    const state = { over: false }
    const reads = reading.map((person) => read(person, () => !state.over))
    // So that some of them are under way.
    await sleep(READS_EVERY * 5)
    const acts = await Promise.all(
      tasks.map(async ({ id, member }) => {
        const person = byMember.get(member)
        if (!person) throw new Error('a task is nobody’s')
        const began = performance.now()
        await crowd.complete(person, id)
        return performance.now() - began
      }),
    )
    state.over = true
    return {
      acts: sorted(acts),
      reads: sorted((await Promise.all(reads)).flat()),
      completed: acts.length === doing.length && (await crowd.isCompleted(instanceId)),
    }
  }
  // Once for nothing: connections are opened, statements planned, tokens fetched.
  await burst()
  const found: Burst[] = []
  for (let n = 0; n < bursts; n++) found.push(await burst())
  return found
}
