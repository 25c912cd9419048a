import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { Worker } from '@temporalio/worker'
import { workflowBundle } from './workflow-bundle.ts'

const payloads = (value: unknown) => ({
  payloads: [
    {
      metadata: { encoding: Buffer.from('json/plain').toString('base64') },
      data: Buffer.from(JSON.stringify(value)).toString('base64'),
    },
  ],
})

/** What the engine would note of a workflow that waits for hours and days, which no test does. */
export function engineHistory(workflow: string, input: object) {
  const events: object[] = []
  let [activities, timers] = [0, 0]
  const add = (kind: string, attributes: object): string => {
    const eventId = String(events.length + 1)
    const name = kind.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const eventTime = '2026-03-03T12:00:00Z'
    events.push({ eventId, eventTime, eventType: `EVENT_TYPE_${kind}`, [`${name}EventAttributes`]: attributes })
    return eventId
  }
  const turn = (suggestContinueAsNew = false) => {
    const scheduledEventId = add('WORKFLOW_TASK_SCHEDULED', {})
    const startedEventId = add('WORKFLOW_TASK_STARTED', { scheduledEventId, suggestContinueAsNew })
    add('WORKFLOW_TASK_COMPLETED', { scheduledEventId, startedEventId })
  }
  add('WORKFLOW_EXECUTION_STARTED', {
    workflowType: { name: workflow },
    input: payloads(input),
    taskQueue: { name: 'any' },
    workflowTaskTimeout: '10s',
  })
  turn()
  /** Fails where the workflow does anything else. */
  const replay = async () =>
    Worker.runReplayHistory({ workflowBundle: { codePath: await workflowBundle() } }, historyFromJSON({ events }))
  return {
    /** `isLong`: the engine says by then that the history has grown long. */
    act: (name: string, answer: unknown, { isLong = false } = {}) => {
      const activityId = String(++activities)
      const scheduledEventId = add('ACTIVITY_TASK_SCHEDULED', { activityId, activityType: { name } })
      const startedEventId = add('ACTIVITY_TASK_STARTED', { scheduledEventId })
      add('ACTIVITY_TASK_COMPLETED', { scheduledEventId, startedEventId, result: payloads(answer) })
      turn(isLong)
    },
    sleep: () => {
      const timerId = String(++timers)
      const startedEventId = add('TIMER_STARTED', { timerId, startToFireTimeout: '3600s' })
      add('TIMER_FIRED', { timerId, startedEventId })
      turn()
    },
    completed: () => {
      add('WORKFLOW_EXECUTION_COMPLETED', {})
      return replay()
    },
    continued: () => {
      add('WORKFLOW_EXECUTION_CONTINUED_AS_NEW', { newExecutionRunId: 'next', workflowType: { name: workflow } })
      return replay()
    },
  }
}
