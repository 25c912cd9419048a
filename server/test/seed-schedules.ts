import { ScheduleId, type WorkflowId } from '@throughline/contracts/ids'
import { makeSchedule, setSchedulePaused } from '../src/areas/starts/schedules/schedules.service.ts'
import type { Context } from '../src/core/context.ts'
import type { Cast } from './cast.ts'

const FROM = '2026-01-05'
const EMAIL = 'clients@harborvale.example'

/** Work of the firm that begins by the clock. */
export async function seedSchedules(ctx: Context, cast: Cast, clients: WorkflowId): Promise<void> {
  const priya = await cast.viewer('priya')
  const account_manager = (await cast.viewer('elena')).memberId
  const rest = { time_zone: null, still_running: 'start', missed: 'latest', title: '' } as const
  await makeSchedule(ctx, priya, clients, {
    ...rest,
    name: 'Standing review',
    rule: { kind: 'month', on: { nth: 2, of: 'workday' }, time: '08:00' },
    day_off: 'next',
    title: 'Client review {month} {year}',
    fixed_values: { client_name: 'All clients', contact_email: EMAIL, client_size: 'small', account_manager },
  })
  const { data } = await makeSchedule(ctx, priya, clients, {
    ...rest,
    name: 'Friday check',
    rule: { kind: 'week', every: 1, from: FROM, days: [5], time: '16:00' },
    day_off: 'next',
    fixed_values: { client_name: 'Open requests', contact_email: EMAIL, client_size: 'small', account_manager },
  })
  const of = { workflowId: clients, scheduleId: ScheduleId.parse(data.id) }
  await setSchedulePaused(ctx, await cast.viewer('theo'), of, { paused: true })
}
