import { InstanceId } from '@throughline/contracts/ids'
import { editInstance } from '@throughline/contracts/instance-acts'
import { Holiday, WorkingDay } from '@throughline/contracts/org'
import * as acts from '@throughline/contracts/task-acts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { startedInstance } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { momentOf, wallClock } from '../../../core/zone-clock.ts'

const api = await sharedApi()
const { maya, priya, ours, workflow, at, complete } = await createTaskWorld(api)

const rowsOf = async (text: string, values: unknown[]) =>
  (await api.database.admin((db) => db.query<Record<string, unknown>>(text, values))).rows

/** The first task of a new instance, opened three hours ago. */
async function begunTask() {
  const instance = await startedInstance(api.ctx, ours.tenantId, workflow, { startedBy: maya.id })
  await rowsOf(`update step_runs set opened_at = now() - interval '3 hours' where instance_id = $1`, [instance])
  const [task] = await rowsOf('select id from tasks where instance_id = $1', [instance])
  return { instance, task: z.parse(z.string(), task?.['id']) }
}

const runOf = async (instance: string) =>
  (
    await rowsOf(
      `select kind, version, by_hand, waited_s / 60 as waited, worked_s / 60 as worked, waited_work_s <= waited_s as fits
       from step_runs where instance_id = $1 and step = 'ask'`,
      [instance],
    )
  )[0]

const began = async (task: string) =>
  (await rowsOf('select began_at is not null as began from tasks where id = $1', [task]))[0]?.['began']

test('a step waits until somebody begins it, and is worked at from then on', async () => {
  const { instance, task } = await begunTask()
  expect(await runOf(instance)).toMatchObject({ kind: 'manual', version: 1, waited: null })
  await maya.client(acts.draftTask, { ...at(task), body: { answers: { amount: 2 } } })
  expect(await began(task)).toBe(true)
  await rowsOf(`update tasks set began_at = now() - interval '1 hour' where id = $1`, [task])
  await complete(maya.client, task)
  expect(await runOf(instance)).toEqual({
    kind: 'manual',
    version: 1,
    by_hand: true,
    waited: 120,
    worked: 60,
    fits: true,
  })
})

test('what is answered at once was only waited for', async () => {
  const { instance, task } = await begunTask()
  expect(await began(task)).toBe(false)
  await complete(maya.client, task)
  expect(await runOf(instance)).toMatchObject({ waited: 180, worked: 0 })
})

test('a question begins a task; looking at it does not', async () => {
  const { task } = await begunTask()
  await rowsOf('select 1', [])
  expect(await began(task)).toBe(false)
  await maya.client(acts.askQuery, { ...at(task), body: { to: priya.id, question: 'Which one?', blocking: false } })
  expect(await began(task)).toBe(true)
})

test('the first due date stays the first; the one in force decides what is late', async () => {
  const { instance } = await begunTask()
  const move = (due_date: string | null) =>
    maya.client(editInstance, { params: { instanceId: InstanceId.parse(instance) }, body: { due_date } })
  await move('2031-03-04T23:59:59Z')
  await move('2031-05-06T23:59:59Z')
  await rowsOf(`update instances set status = 'completed', completed_at = '2031-04-01' where id = $1`, [instance])
  const facts = () =>
    rowsOf('select due_first::date::text as first, ended_late from instances where id = $1', [instance])
  expect(await facts()).toEqual([{ first: '2031-03-05', ended_late: false }])
  await move('2031-03-20T23:59:59Z')
  expect(await facts()).toEqual([{ first: '2031-03-05', ended_late: true }])
})

const HOUR = 3_600_000
const WEEK = ([1, 2, 3, 4, 5] as const).map((day) => ({ day, from: '08:30', to: '17:00' }))
const OFF = [{ name: 'Break', from: '2026-03-26', to: '2026-03-27' }]

/** Minute by minute, from the wall clock alone. */
function workingMinutes(from: number, to: number, zone: string, days: WorkingDay[], holidays: Holiday[]): number {
  let minutes = 0
  for (let ms = from; ms < to; ms += 60_000) {
    const wall = new Date(wallClock(zone, ms)).toISOString()
    const weekday = ((new Date(wall).getUTCDay() + 6) % 7) + 1
    const [day, time] = [wall.slice(0, 10), wall.slice(11, 16)]
    const hours = days.find((one) => one.day === weekday)
    const isOff = holidays.some((one) => one.from <= day && day <= one.to)
    if (hours && !isOff && hours.from <= time && time < hours.to) minutes += 1
  }
  return minutes
}

test.each(['Europe/Amsterdam', 'America/Havana', 'Asia/Kolkata', 'Pacific/Auckland'])(
  'working hours in %s are those of its clock, over holidays and changes of the clock',
  async (zone) => {
    for (const [from, hours] of [
      ['2026-03-24T10:17', 190],
      ['2026-10-23T15:00', 71],
      ['2026-04-03T23:30', 9],
    ] as const) {
      const begins = momentOf(zone, Date.parse(`${from}:00Z`))
      const ends = begins + hours * HOUR
      const [row] = await rowsOf('select app.working_seconds($1, $2, $3, $4, $5) as s', [
        new Date(begins),
        new Date(ends),
        zone,
        JSON.stringify(WEEK),
        JSON.stringify(OFF),
      ])
      expect(row).toEqual({ s: 60 * workingMinutes(begins, ends, zone, WEEK, OFF) })
    }
  },
)
