import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { replaceProperty } from '../../shared/testing/replace-property.ts'
import { row as taskRow } from '../tasks/testing/sample-tasks.ts'
import { calendarAnswer, calendarItem } from './testing/calendar-answers.ts'
import { dayCell, NOVEMBER, openCalendar, range } from './testing/open-calendar.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') }))

const movedTask = { body: { data: taskRow(1, 'Task 1', { version: 4 }), next: null } }

/** Changes are answered once the test says so. */
function holdChanges() {
  const answer = fetch
  const held = Promise.withResolvers<undefined>()
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method === 'PATCH') await held.promise
    return answer(input, init)
  })
  return () => held.resolve(undefined)
}

const chipOf = async (day: RegExp) => within(await dayCell(day)).findByRole('button', { name: /^Task 1/ })

/** By key, as after Enter on the day. */
async function moveLater(day: RegExp) {
  const chip = await chipOf(day)
  act(() => chip.focus())
  fireEvent.keyDown(chip, { key: 'ArrowRight', shiftKey: true })
}

test('by keys alone: arrows go from day to day and into the next month, Enter to its items, Shift and arrows move one', async () => {
  const item = calendarItem(1, { day: '2026-11-18', due_date: '2026-11-18T23:59:59Z' })
  const { server, shown } = openCalendar({
    [NOVEMBER]: calendarAnswer([item]),
    [range('2026-11-30', '2027-01-03')]: calendarAnswer([]),
    [`PATCH /v1/tasks/${item.id}/`]: refusal(409, 'changed', 'Priya Raman changed it meanwhile'),
  })
  const today = await dayCell(/^Wednesday, Nov 18/)
  act(() => today.focus())
  fireEvent.keyDown(today, { key: 'Enter' })
  const chip = within(today).getByRole('button', { name: /^Task 1/ })
  expect(document.activeElement).toBe(chip)
  fireEvent.keyDown(chip, { key: 'ArrowRight', shiftKey: true })
  await vi.waitFor(() => expect(shown).toEqual(['The due date wasn’t changed']))
  expect(server.sent(`PATCH /v1/tasks/${item.id}/`)).toEqual([{ due_date: '2026-11-19T23:59:59Z', version: 3 }])
  expect(within(await dayCell(/^Wednesday, Nov 18/)).getByRole('button', { name: /^Task 1/ })).toBeTruthy()
  act(() => today.focus())
  fireEvent.keyDown(today, { key: 'PageDown' })
  await dayCell(/^Friday, Dec 18/)
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-12-18'))
})

test('an item that is moved keeps the focus, and each move waits for the one before', async () => {
  const item = calendarItem(1, { day: '2026-11-18', due_date: '2026-11-18T23:59:59Z' })
  const patch = `PATCH /v1/tasks/${item.id}/`
  const { server } = openCalendar({ [NOVEMBER]: calendarAnswer([item]), [patch]: movedTask })
  const release = holdChanges()
  await moveLater(/^Wednesday, Nov 18/)
  const thursday = await chipOf(/^Thursday, Nov 19/)
  await vi.waitFor(() => expect(document.activeElement).toBe(thursday))
  fireEvent.keyDown(thursday, { key: 'ArrowRight', shiftKey: true })
  const friday = await chipOf(/^Friday, Nov 20/)
  await vi.waitFor(() => expect(document.activeElement).toBe(friday))
  release()
  await vi.waitFor(() =>
    expect(server.sent(patch)).toEqual([
      { due_date: '2026-11-19T23:59:59Z', version: 3 },
      { due_date: '2026-11-20T23:59:59Z', version: 4 },
    ]),
  )
})

test('in a week and on a day, what has a time is reached through its day, which is the one tab stop', async () => {
  replaceProperty(HTMLElement.prototype, 'scrollTo', { value: () => undefined })
  const at = (n: number, hour: number) =>
    calendarItem(n, { day: '2026-11-18', due_date: `2026-11-18T${hour}:00:00Z`, due_has_time: true })
  const items = [at(1, 15), at(2, 10), calendarItem(3, { day: '2026-11-18' })]
  openCalendar({ [range('2026-11-16', '2026-11-22')]: calendarAnswer(items) }, '/calendar?view=week')
  const day = await dayCell(/^Wednesday, Nov 18, 2026, 3 due/)
  const grid = screen.getByRole('grid')
  expect([...grid.querySelectorAll('[tabindex="0"]')]).toEqual([day])
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const focused = () => document.activeElement?.getAttribute('data-item')
  act(() => day.focus())
  press('Enter')
  expect(focused()).toBe(items[2]?.id)
  press('ArrowDown')
  expect(focused()).toBe(items[1]?.id)
  press('ArrowDown')
  expect(focused()).toBe(items[0]?.id)
  press('ArrowUp')
  expect(focused()).toBe(items[1]?.id)
  press('Escape')
  expect(document.activeElement).toBe(day)
})

test('where a day has no room for what is moved to it, the day has the focus', async () => {
  const others = Array.from({ length: 6 }, (_, n) => calendarItem(n + 2, { day: '2026-11-19' }))
  const item = calendarItem(1, {
    day: '2026-11-18',
    due_date: '2026-11-18T23:59:59Z',
    overdue_at: '2026-11-22T00:00:00Z',
  })
  const patch = `PATCH /v1/tasks/${item.id}/`
  openCalendar({ [NOVEMBER]: calendarAnswer([item, ...others]), [patch]: 'silent' })
  await moveLater(/^Wednesday, Nov 18/)
  const thursday = await dayCell(/^Thursday, Nov 19, 2026, 7 due/)
  await vi.waitFor(() => expect(document.activeElement).toBe(thursday))
})

test.each([
  ['in rows', '/calendar?rows=true', false, NOVEMBER],
  ['on a phone', '/calendar', true, range('2026-11-16', '2026-11-22')],
])('%s Shift and arrows move an item, too, and it keeps the focus', async (_, address, phone, asked) => {
  const item = calendarItem(1, { day: '2026-11-18', due_date: '2026-11-18T23:59:59Z' })
  const patch = `PATCH /v1/tasks/${item.id}/`
  const { server } = openCalendar({ [asked]: calendarAnswer([item]), [patch]: movedTask }, address, phone)
  const rowOf = async (day: RegExp) =>
    within(await screen.findByRole('region', { name: day })).findByRole('button', { name: /^Task 1/ })
  const release = holdChanges()
  const row = await rowOf(/^Today/)
  act(() => row.focus())
  fireEvent.keyDown(row, { key: 'ArrowRight', shiftKey: true })
  const moved = async (day: RegExp) => {
    const there = await rowOf(day)
    await vi.waitFor(() => expect(document.activeElement).toBe(there))
    fireEvent.keyDown(there, { key: 'ArrowRight', shiftKey: true })
  }
  for (const day of [/^Tomorrow/, /^Fri, Nov 20/, /^Sat, Nov 21/, /^Sun, Nov 22/]) await moved(day)
  // On a phone it leaves the week: the days have the focus then, so that the next key is not lost.
  const there = phone ? screen.getByRole('region', { name: /^Today/ }).parentElement : await rowOf(/^Mon, Nov 23/)
  await vi.waitFor(() => expect(document.activeElement).toBe(there))
  release()
  const days = ['19', '20', '21', '22', '23']
  await vi.waitFor(() =>
    expect(server.sent(patch)).toEqual(
      days.map((day, n) => ({ due_date: `2026-11-${day}T23:59:59Z`, version: n === 0 ? 3 : 4 })),
    ),
  )
})

test('in rows M asks where to move an item', async () => {
  openCalendar({ [NOVEMBER]: calendarAnswer([calendarItem(1, { day: '2026-11-18' })]) }, '/calendar?rows=true')
  const today = await screen.findByRole('region', { name: /^Today/ })
  fireEvent.keyDown(within(today).getByRole('button', { name: /^Task 1/ }), { key: 'm' })
  await screen.findByRole('menuitem', { name: /^In a week/ })
})
