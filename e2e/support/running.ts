import { expect, type Locator, type Page } from '@playwright/test'
import type { Input } from '@throughline/contracts/endpoint'
import type { InstanceId } from '@throughline/contracts/ids'
import { getInstance, type Instance, type StartedInstance, startInstance } from '@throughline/contracts/instances'
import { completeTask, decideTask } from '@throughline/contracts/task-acts'
import { listTasks, type TaskRow } from '@throughline/contracts/tasks'
import type { Workflow } from '@throughline/contracts/workflows'
import type { Caller } from './api.ts'

type Started = Partial<Input<typeof startInstance>['body']> & { title: string }

export async function begin(someone: Caller, { id }: Pick<Workflow, 'id'>, body: Started): Promise<StartedInstance> {
  const params = { workflowId: id }
  return (await someone.call(startInstance, { params, body: { name: body.title, ...body } })).data
}

export const instanceNow = async ({ call }: Caller, instanceId: InstanceId): Promise<Instance> =>
  (await call(getInstance, { params: { instanceId } })).data

const OPEN = ['pending', 'in_progress', 'review', 'failed']

/** The open task of this name (of this person, where several have one), as soon as the engine has made it. */
export async function openTask({ call }: Caller, instance: InstanceId, name: string, of?: string): Promise<TaskRow> {
  let found: TaskRow | undefined
  await expect
    .poll(
      async () => {
        const { data } = await call(listTasks, { query: { instance } })
        found = data.find(
          (task) => task.name === name && OPEN.includes(task.state) && (of === undefined || task.assigned_to === of),
        )
        return found?.name
      },
      { message: `an open task ${name}` },
    )
    .toBe(name)
  if (!found) throw new Error(`there is no open task ${name}`)
  return found
}

type Answers = NonNullable<Input<typeof completeTask>['body']['answers']>

/** Completes their open task of this name, as they would in their own browser. */
export async function completes(
  someone: Caller & { username: string },
  instance: InstanceId,
  name: string,
  answers: Answers = {},
) {
  const { id: taskId } = await openTask(someone, instance, name, someone.username)
  await someone.call(completeTask, { params: { taskId }, body: { answers } })
}

type Decision = Input<typeof decideTask>['body']

export async function decides(someone: Caller, instance: InstanceId, name: string, body: Decision) {
  const { id: taskId } = await openTask(someone, instance, name)
  await someone.call(decideTask, { params: { taskId }, body })
}

/** Of the rail on an instance's page; its name says what kind it is and how it stands. */
export const railStep = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name })

export const taskPanel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task/ })

export const completeButton = (place: Page | Locator): Locator => place.getByRole('button', { name: /^Complete Task/ })

/** Counts what comes over the page's live connection; call it before the first page is opened. */
export function countFrames(page: Page): { received: string[] } {
  const received: string[] = []
  page.on('websocket', (socket) => {
    if (socket.url().endsWith('/ws/live/')) socket.on('framereceived', ({ payload }) => received.push(String(payload)))
  })
  return { received }
}

/** A page that is loaded anew forgets it. */
export const markPage = (page: Page): Promise<void> => page.evaluate(() => void Reflect.set(window, 'stayed', true))
export const expectNeverReloaded = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => Reflect.get(window, 'stayed'))).toBe(true)
