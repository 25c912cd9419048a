import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../../contracts/src/client.ts'
import type { InstanceId, TaskId, WorkflowId } from '../../../contracts/src/ids.ts'
import { updateOrganization } from '../../../contracts/src/org.ts'
import { decideTask, takeOver } from '../../../contracts/src/task-acts.ts'
import { addAttachment, getTask } from '../../../contracts/src/tasks.ts'
import type { Crowd, Person } from './crowd.ts'
import { everybodyAndApproval } from './documents.ts'

/** In one lane: so many do their tasks; then one who hands over, one who takes over, one who approves and one who sends files. */
const DOING = 8
export const PEOPLE_IN_LANE = DOING + 4
const ZONES = ['UTC', 'Asia/Tokyo', 'America/Lima', 'Europe/Lisbon']
const SCANNED_WITHIN = 60_000
const ENDS_WITHIN = 60_000
const LOOK_AGAIN = 100

export interface Rounds {
  rounds: number
  acts: number
  /** What was refused, and how often: who comes too late is told so. */
  refused: Map<string, number>
  /** Instances that did not come to their end. */
  lost: number
}

interface Lane {
  crowd: Crowd
  workflowId: WorkflowId
  doing: Person[]
  goes: Person
  comes: Person
  approver: Person
  sends: Person
  rounds: Rounds
}

const fileOf = (content: string) => {
  const form = new FormData()
  form.append('files', new Blob([content]), 'paper.txt')
  return form
}

/** Counts an act, and a refusal; says whether it was taken. */
async function act({ rounds }: Lane, what: string, send: () => Promise<unknown>): Promise<boolean> {
  rounds.acts += 1
  try {
    await send()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const words = `${what}: ${error.status} ${error.code}`
    rounds.refused.set(words, (rounds.refused.get(words) ?? 0) + 1)
    return false
  }
}

const sendFile = ({ sends }: Lane, taskId: TaskId, content: string) =>
  sends.client(addAttachment, { params: { taskId }, query: {} }, { form: fileOf(content) })

/** The files of a task as they stand there now: who decides names them. */
async function filesOf({ approver }: Lane, taskId: TaskId) {
  const { data } = await approver.client(getTask, { params: { taskId } })
  return data.attachments.flatMap(({ id, version_number, sha256, state }) =>
    state === 'clean' && sha256 !== null ? [{ id, version_number, sha256 }] : [],
  )
}

const decide = ({ approver }: Lane, taskId: TaskId, files: Awaited<ReturnType<typeof filesOf>>) =>
  approver.client(decideTask, { params: { taskId }, body: { decision: 'approve', files } })

async function scannedFiles(lane: Lane, taskId: TaskId) {
  for (const latest = Date.now() + SCANNED_WITHIN; Date.now() < latest; await sleep(LOOK_AGAIN)) {
    const files = await filesOf(lane, taskId)
    if (files.length > 0) return files
  }
  throw new Error('the file was not scanned')
}

/** Whatever is still open is done by whoever has it now: nothing may be stuck. */
async function finish(lane: Lane, instanceId: InstanceId): Promise<boolean> {
  const { crowd, doing, goes, comes } = lane
  const byMember = new Map([...doing, goes, comes].map((person) => [String(person.memberId), person]))
  for (const latest = Date.now() + ENDS_WITHIN; Date.now() < latest; await sleep(LOOK_AGAIN)) {
    if (await crowd.isCompleted(instanceId)) return true
    for (const { id, step, member } of await crowd.openTasks(instanceId)) {
      const person = byMember.get(member)
      if (step === 'approve') await act(lane, 'deciding again', async () => decide(lane, id, await filesOf(lane, id)))
      else if (person) await act(lane, 'what was handed over', () => crowd.complete(person, id))
    }
  }
  return false
}

async function round(lane: Lane, number: number): Promise<void> {
  const { crowd, workflowId, doing, goes, comes, rounds } = lane
  const instanceId = await crowd.start(goes, workflowId)
  for (const { id } of await crowd.openTasks(instanceId)) await crowd.complete(goes, id)
  const tasks = await crowd.openTasks(instanceId)
  const approval = tasks.find(({ step }) => step === 'approve')
  if (!approval) throw new Error('there is nothing to approve')
  await sendFile(lane, approval.id, `first ${instanceId}`)
  const files = await scannedFiles(lane, approval.id)
  const { organization, owner } = crowd
  const zone = ZONES[number % ZONES.length]
  const all = [
    ...doing.flatMap((person) =>
      tasks
        .filter(({ member }) => member === person.memberId)
        .map(
          ({ id }) =>
            () =>
              act(lane, 'completing', () => crowd.complete(person, id)),
        ),
    ),
    () => act(lane, 'deciding', () => decide(lane, approval.id, files)),
    () => act(lane, 'a new version', () => sendFile(lane, approval.id, `second ${instanceId}`)),
    () =>
      act(lane, 'handing over', () =>
        goes.client(takeOver, { params: { memberId: goes.memberId }, body: { to_member: comes.memberId } }),
      ),
    () =>
      act(lane, 'the zone', () =>
        owner.client(updateOrganization, {
          params: { orgId: organization.tenantId },
          body: { name: 'Crowd', ...(zone && { time_zone: zone }) },
        }),
      ),
  ]
  await Promise.all(all.map((begin) => begin()))
  if (!(await finish(lane, instanceId))) rounds.lost += 1
  rounds.rounds += 1
}

/** So many rounds, in lanes of people of their own, all in one organisation. */
export async function playRounds(crowd: Crowd, count: number, lanes: number): Promise<Rounds> {
  const rounds: Rounds = { rounds: 0, acts: 0, refused: new Map(), lost: 0 }
  const numbers = Array.from({ length: count }, (_, n) => n).values()
  const play = async (n: number) => {
    const people = crowd.people.slice(n * PEOPLE_IN_LANE, (n + 1) * PEOPLE_IN_LANE)
    const doing = people.slice(0, DOING)
    const [goes, comes, approver, sends] = people.slice(DOING)
    if (!goes || !comes || !approver || !sends) throw new Error('there are too few people')
    const members = [...doing, goes].map(({ memberId }) => memberId)
    const document = everybodyAndApproval(`ROUND${n}`, members, approver.memberId)
    const lane = { crowd, workflowId: await crowd.publish(document), doing, goes, comes, approver, sends, rounds }
    for (const number of numbers) await round(lane, number)
  }
  await Promise.all(Array.from({ length: lanes }, (_, n) => play(n)))
  return rounds
}
