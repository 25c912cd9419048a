import { setTimeout as sleep } from 'node:timers/promises'
import { type InstanceId, TaskId, type WorkflowId } from '../../../contracts/src/ids.ts'
import { getTask } from '../../../contracts/src/tasks.ts'
import { openLive } from '../../../server/test/open-live.ts'
import { type Crowd, type LoopDelay, type Person, sorted } from './crowd.ts'
import { inTurns, longList } from './documents.ts'

/** Of each chain: one start, and as many moments less one at which the other is shown a task. */
const CHAIN = 6
const ACTS_A_SECOND = 5
const SEEN_WITHIN = 10_000
const LISTS_EVERY = 4_000

interface Page {
  /** Resolves at the moment the page has the task of this instance that comes next. */
  next(instanceId: InstanceId): Promise<TaskId>
  close(): void
}

/** An open page: what it is told of by the socket it reads, and so finds the task that it waits for. */
async function openPage({ installation: { origin } }: Crowd, { client, token, memberId }: Person): Promise<Page> {
  const awaited = new Map<string, (taskId: TaskId) => void>()
  const readTask = async (id: TaskId) => {
    const { data } = await client(getTask, { params: { taskId: id } })
    if (data.assignee?.id !== memberId) return
    awaited.get(data.workflow_instance)?.(data.id)
    awaited.delete(data.workflow_instance)
  }
  const socket = await openLive(origin, { origin, cookie: `__Host-session=${token}` }, ({ type, id }) => {
    // Of others' tasks it is told, too; only who waits for one looks.
    if (type === 'task.opened' && awaited.size > 0) readTask(TaskId.parse(id)).catch(() => undefined)
  })
  return {
    next: (instanceId) => new Promise((found) => awaited.set(instanceId, found)),
    close: () => socket.close(),
  }
}

interface Pair {
  people: [Person, Person]
  pages: [Page, Page]
  workflowId: WorkflowId
  /** Where it stands: whose turn it is, and with what. */
  at: { instanceId: InstanceId; taskId: TaskId; step: number } | undefined
  busy: boolean
}

export interface Shown {
  /** Milliseconds from sending `complete` until the next person's page had the task. */
  times: number[]
  missed: number
  lists: number
  loop: LoopDelay
}

async function step(crowd: Crowd, pair: Pair): Promise<number | undefined> {
  const { people, pages, workflowId } = pair
  if (!pair.at) {
    const instanceId = await crowd.start(people[0], workflowId)
    const [first] = await crowd.openTasks(instanceId)
    if (!first) throw new Error('there is no first task')
    pair.at = { instanceId, taskId: first.id, step: 0 }
  }
  const { instanceId, taskId, step: number } = pair.at
  const [by, other] = number % 2 === 0 ? [people[0], pages[1]] : [people[1], pages[0]]
  const began = performance.now()
  const shown = other.next(instanceId).then((next) => ({ next, took: performance.now() - began }))
  const [seen] = await Promise.all([
    Promise.race([shown, sleep(SEEN_WITHIN, undefined, { ref: false })]),
    crowd.complete(by, taskId),
  ])
  const goesOn = seen !== undefined && number + 2 < CHAIN
  pair.at = goesOn ? { instanceId, taskId: seen.next, step: number + 1 } : undefined
  return seen?.took
}

/** So many acts at an even pace, each by whoever's turn it is; with lists, long ones are opened meanwhile. */
async function block(crowd: Crowd, pairs: readonly Pair[], acts: number, openList: (() => Promise<void>) | undefined) {
  await crowd.resetLoop()
  const found: Promise<number | undefined>[] = []
  const opening: Promise<void>[] = []
  const opens = openList && setInterval(() => opening.push(openList()), LISTS_EVERY)
  for (let n = 0; n < acts; n++) {
    const pair = pairs[n % pairs.length]
    if (pair && !pair.busy) {
      pair.busy = true
      found.push(step(crowd, pair).finally(() => (pair.busy = false)))
    }
    await sleep(1_000 / ACTS_A_SECOND)
  }
  clearInterval(opens)
  const seen = await Promise.all(found)
  await Promise.all(opening)
  const times = sorted(seen.flatMap((took) => took ?? []))
  return { times, missed: seen.length - times.length, lists: opening.length, loop: await crowd.loopDelay() }
}

/** Blocks in turns: without lists, and with lists of so many items. */
export async function nextPages(crowd: Crowd, sizes: { people: number; acts: number; items: number; blocks: number }) {
  const people = crowd.people.slice(0, sizes.people)
  const pages = await Promise.all(people.map((person) => openPage(crowd, person)))
  const pairs: Pair[] = []
  for (let n = 0; n + 1 < people.length; n += 2) {
    const [a, b, first, second] = [people[n], people[n + 1], pages[n], pages[n + 1]]
    if (!a || !b || !first || !second) continue
    const workflowId = await crowd.publish(inTurns(`TURN${n}`, [a.memberId, b.memberId], CHAIN))
    pairs.push({ people: [a, b], pages: [first, second], workflowId, at: undefined, busy: false })
  }
  const lists = await crowd.publish(longList(sizes.items))
  const openers = crowd.people.slice(sizes.people).values()
  const openList = async () => {
    const person = openers.next().value ?? crowd.owner
    await crowd.start(person, lists)
  }
  // Once for nothing: statements are planned, tokens fetched.
  await block(crowd, pairs, pairs.length * 2, undefined)
  const plain: Shown[] = []
  const beside: Shown[] = []
  for (let n = 0; n < sizes.blocks; n++) {
    plain.push(await block(crowd, pairs, sizes.acts, undefined))
    beside.push(await block(crowd, pairs, sizes.acts, openList))
  }
  for (const page of pages) page.close()
  return { plain, beside }
}
