import { randomUUID } from 'node:crypto'
import { asSuperuser } from './database.ts'
import { setting } from './settings.ts'

/** Moments of running work that figures are counted from. */
const MOMENTS = {
  instances: ['created_at', 'started_at', 'completed_at'],
  tasks: ['created_at', 'began_at', 'completed_at'],
  step_runs: ['opened_at', 'closed_at', 'failed_at'],
}

/** Starts a schedule of this installation now, as somebody does in the engine's own pages. */
export async function startSchedule(name: string): Promise<void> {
  const [place, namespace] = [setting('TEMPORAL_UI_URL'), setting('TEMPORAL_NAMESPACE')]
  const schedules = `${place}/api/v1/namespaces/${namespace}/schedules`
  const greeting = await fetch(`${schedules}?maximumPageSize=1`)
  const token = /_csrf=([^;]+)/.exec(greeting.headers.getSetCookie().join(';'))?.[1] ?? ''
  const id = encodeURIComponent(`${setting('TEMPORAL_TASK_QUEUE')}:${name}`)
  const answer = await fetch(`${schedules}/${id}/patch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `_csrf=${token}`, 'x-csrf-token': token },
    body: JSON.stringify({
      requestId: randomUUID(),
      patch: { triggerImmediately: { overlapPolicy: 'SCHEDULE_OVERLAP_POLICY_ALLOW_ALL' } },
    }),
  })
  if (!answer.ok) throw new Error(`${name} was not started: ${answer.status} ${await answer.text()}`)
}

/** All that happened in an organization so far happened a minute ago, and its figures are counted now. */
export async function countFigures(tenantId: string): Promise<void> {
  for (const [table, columns] of Object.entries(MOMENTS)) {
    const moved = columns.map((column) => `${column} = ${column} - interval '1 minute'`)
    await asSuperuser(`update ${table} set ${moved.join(', ')} where tenant_id = $1`, [tenantId])
  }
  await startSchedule('roll-ups')
}
