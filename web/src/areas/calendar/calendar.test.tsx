import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { replaceProperty } from '../../shared/testing/replace-property.ts'
import { pressPageKey } from '../../ui/page-keys.ts'
import { calendarAnswer, calendarItem } from './testing/calendar-answers.ts'
import { dayCell, mover, NOVEMBER, openCalendar, range } from './testing/open-calendar.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') }))

test('the schedules that run next are listed, each with its moment and the way to it', async () => {
  const schedules = [
    {
      id: '0192f000-0000-7000-8000-000000000701',
      name: 'Standing payments',
      next_run_at: '2026-11-20T09:00:00.000Z',
      workflow: { id: '0192f000-0000-7000-8000-000000000900', name: 'Client Onboarding' },
    },
  ]
  openCalendar({ [NOVEMBER]: calendarAnswer([], { schedules }) })
  const link = await screen.findByRole('link', { name: /^Standing payments\s*Fri, Nov 20, 9:00 AM$/ })
  expect(link.getAttribute('href')).toMatch(
    /^\/workflow-builder\/0192f000-0000-7000-8000-000000000900\?panel=starts&start=0192f000-0000-7000-8000-000000000701$/,
  )
})

test('each day shows what is due on it, and says so to those who cannot see it', async () => {
  openCalendar({
    [NOVEMBER]: calendarAnswer([
      calendarItem(1, { title: 'Agree fees' }),
      calendarItem(2, { kind: 'instance', title: 'Meridian Foods', day: '2026-11-10', status: 'overdue' }),
    ]),
  })
  const friday = await dayCell(/^Friday, Nov 20, 2026, 1 due/)
  expect(within(friday).getByRole('button', { name: 'Agree fees, task, On track, 2 days remaining' })).toBeTruthy()
  const late = await dayCell(/^Tuesday, Nov 10/)
  expect(within(late).getByRole('button', { name: /overdue by 8 days/ })).toBeTruthy()
  expect((await dayCell(/^Wednesday, Nov 18/)).getAttribute('aria-current')).toBe('date')
})

test('a calendar that does not load says so and tries again', async () => {
  const { server } = openCalendar({ [NOVEMBER]: refusal(500, 'internal', 'Something went wrong') })
  await screen.findByText('Failed to load the calendar')
  server.change(NOVEMBER, calendarAnswer([calendarItem(1)]))
  fireEvent.click(screen.getByRole('button', { name: /try again|retry/i }))
  await dayCell(/^Friday, Nov 20/)
})

test('nothing due: the card says so, and no deadlines', async () => {
  openCalendar({ [NOVEMBER]: calendarAnswer([]) })
  await screen.findByText('Nothing is due here')
  expect(screen.getByText('No upcoming deadlines')).toBeTruthy()
})

test('until the days have come, shapes stand in their place', async () => {
  openCalendar({ [NOVEMBER]: 'silent' })
  await screen.findByText('Loading calendar...')
  expect(screen.queryByRole('grid')).toBeNull()
})

test('while another month comes, its days say nothing of what is due, and the day keeps the focus', async () => {
  const december = range('2026-11-30', '2027-01-03')
  const { server } = openCalendar({ [NOVEMBER]: calendarAnswer([]), [december]: 'silent' })
  await screen.findByText('Nothing is due here')
  const today = await dayCell(/^Wednesday, Nov 18, 2026, Nothing due$/)
  act(() => today.focus())
  fireEvent.keyDown(today, { key: 'PageDown' })
  const day = await dayCell(/^Friday, Dec 18, 2026$/)
  expect(document.activeElement).toBe(day)
  expect(day.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByText('Nothing is due here')).toBeNull()
  expect(server.sent(december)).toHaveLength(1)
})

test('a day of which none of the first thousand fit says so', async () => {
  const full = { day: '2026-11-18', kind: 'task', count: 0, capped: true, items: [] }
  openCalendar({ [NOVEMBER]: calendarAnswer([], { days: [full] }) })
  const day = await dayCell(/^Wednesday, Nov 18, 2026, No match in the first 1,000 due/)
  expect(within(day).getByText('No match in the first 1,000 due')).toBeTruthy()
})

test('a single day shows all that was sent of it, how much is the viewer’s, and what is still open from before', async () => {
  replaceProperty(HTMLElement.prototype, 'scrollTo', { value: () => undefined })
  const day = '2026-11-18'
  const person = { id: mover.member_id, name: 'Maya Okafor', photo: null, username: 'maya' }
  const items = Array.from({ length: 9 }, (_, n) => calendarItem(n + 1, { day, person: n < 3 ? person : null }))
  const before = [calendarItem(20, { title: 'Match freight', day: '2026-11-12', status: 'overdue' })]
  const still_open = { items: before, count: 9, capped: false }
  openCalendar(
    { [range(day, day, { limit: '100' })]: calendarAnswer(items, { still_open, upcoming: [] }) },
    `/calendar?view=day&day=${day}`,
  )
  const aside = await screen.findByRole('complementary', { name: 'Wednesday, Nov 18, 2026' })
  expect(within(aside).getByText('9 due, 3 of them yours')).toBeTruthy()
  const section = within(aside).getByRole('region', { name: 'Still open from before' })
  expect(within(section).getByRole('button', { name: /^Match freight/ }).textContent).toContain('overdue by 6 days')
  // The list also has what is overdue of today, so that the count is not the link's.
  expect(within(section).getByText('9 in all')).toBeTruthy()
  expect(within(section).getByRole('link', { name: 'All overdue tasks' }).getAttribute('href')).toBe(
    '/all-tasks?status=overdue',
  )
  expect(within(screen.getByRole('grid')).getAllByRole('button', { name: /^Task \d/ })).toHaveLength(9)
  expect(screen.queryByRole('button', { name: /more$/ })).toBeNull()
})

test('what is due at one time stands side by side, and what has no room there behind a button', async () => {
  replaceProperty(HTMLElement.prototype, 'scrollTo', { value: () => undefined })
  const at = { day: '2026-11-18', due_date: '2026-11-18T15:00:00Z', due_has_time: true }
  const items = Array.from({ length: 3 }, (_, n) => calendarItem(n + 1, at))
  openCalendar({ [range('2026-11-16', '2026-11-22')]: calendarAnswer(items) }, '/calendar?view=week')
  const grid = await screen.findByRole('grid')
  expect(within(grid).getAllByRole('button', { name: /^Task/ })).toHaveLength(1)
  expect(within(grid).getByRole('button', { name: '+2 more' })).toBeTruthy()
})

test('a filter narrows what is asked for, and stands in the address', async () => {
  const overdue = range('2026-10-26', '2026-12-06', { status: 'on_track,at_risk,overdue,in_progress' })
  const { server, router } = openCalendar({
    [NOVEMBER]: calendarAnswer([calendarItem(1)]),
    [overdue]: calendarAnswer([]),
  })
  await dayCell(/^Friday, Nov 20/)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Completed' }))
  await screen.findByText('Nothing due here matches the filters.')
  expect(server.sent(overdue)).toHaveLength(1)
  expect(router.state.location.search).toEqual({ status: 'on_track,at_risk,overdue,in_progress' })
})

test('with every status cleared nothing is shown', async () => {
  const none = range('2026-10-26', '2026-12-06', { status: ',' })
  const { server } = openCalendar({ [none]: calendarAnswer([]) }, '/calendar?status=none')
  await screen.findByText('Nothing due here matches the filters.')
  expect(server.sent(none)).toHaveLength(1)
})

test('whoever may not change an item is not offered to move it', async () => {
  const task = calendarItem(1, { title: 'Agree fees' })
  const instance = calendarItem(2, { kind: 'instance', title: 'Meridian Foods', day: '2026-11-19' })
  const page = { [NOVEMBER]: calendarAnswer([task, instance]) }
  const chip = async (name: RegExp) => (await screen.findAllByRole('button', { name }))[0]
  const movable = async (name: RegExp) => (await chip(name))?.getAttribute('draggable')
  const names = [/^Agree fees, task/, /^Meridian Foods, instance/]
  const worker = openCalendar(page)
  // On a busy machine the page itself takes longer than who may move what.
  await Promise.all(names.map(chip))
  await vi.waitFor(async () => expect(await Promise.all(names.map(movable))).toEqual(['true', 'false']))
  worker.unmount()
  openCalendar({ ...page, 'GET /v1/auth/me/': { body: person() } })
  expect(await Promise.all(names.map(movable))).toEqual(['false', 'false'])
  // The page's own M, which shows the month, does not hear of it either.
  const heard = vi.fn<(event: Event) => void>()
  document.addEventListener('keydown', heard)
  fireEvent.keyDown((await chip(/^Agree fees, task/)) ?? document.body, { key: 'm' })
  document.removeEventListener('keydown', heard)
  expect(heard).not.toHaveBeenCalled()
  expect(screen.queryByRole('menu')).toBeNull()
  fireEvent.click((await chip(/^Agree fees, task/)) ?? document.body)
  const dialog = await screen.findByRole('dialog', { name: 'Agree fees' })
  expect(within(dialog).queryByRole('button', { name: 'Move due date' })).toBeNull()
})

test('a workflow without a category is called the same in the filter and in an item', async () => {
  const type = 'Uncategorized'
  openCalendar({
    [NOVEMBER]: calendarAnswer([calendarItem(1, { title: 'Agree fees', type })], { types: [{ type, count: 1 }] }),
  })
  await screen.findByRole('checkbox', { name: 'Other' })
  fireEvent.click((await screen.findAllByRole('button', { name: /^Agree fees/ })).at(-1) ?? document.body)
  const dialog = await screen.findByRole('dialog', { name: 'Agree fees' })
  expect(within(dialog).getByText('Other')).toBeTruthy()
})

test('N starts an instance due on the selected day, for those who may', async () => {
  const me = 'GET /v1/auth/me/'
  const answers = { [NOVEMBER]: calendarAnswer([calendarItem(1)]) }
  const viewer = openCalendar(answers, '/calendar?day=2026-11-24')
  await dayCell(/^Tuesday, Nov 24/)
  expect(screen.queryByText(/N starts an instance/)).toBeNull()
  expect(pressPageKey('n')).toBe(false)
  viewer.unmount()
  const allowed = { body: person({ permissions: ['instances.manage'] }) }
  const { router } = openCalendar({ ...answers, [me]: allowed }, '/calendar?day=2026-11-24')
  await dayCell(/^Tuesday, Nov 24/)
  await screen.findByText(/N starts an instance/)
  act(() => void pressPageKey('n'))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/all-instances?panel=add&due=2026-11-24'))
})

test('an item tells what it is and leads to the page of its instance', async () => {
  openCalendar({ [NOVEMBER]: calendarAnswer([calendarItem(1, { title: 'Agree fees' })]) })
  fireEvent.click((await screen.findAllByRole('button', { name: /^Agree fees/ })).at(-1) ?? document.body)
  const dialog = await screen.findByRole('dialog', { name: 'Agree fees' })
  expect(within(dialog).getByRole('link', { name: 'View Full Details' }).getAttribute('href')).toBe(
    '/instances/0192f000-0000-7000-8000-000000000800',
  )
  await within(dialog).findByText('Failed to load details')
})

test('moving an item from its detail closes that, because its day there is over', async () => {
  const item = calendarItem(1, { title: 'Agree fees' })
  const { server } = openCalendar({
    [NOVEMBER]: calendarAnswer([item]),
    [`PATCH /v1/tasks/${item.id}/`]: refusal(409, 'changed', 'Priya Raman changed it meanwhile'),
  })
  fireEvent.click((await screen.findAllByRole('button', { name: /^Agree fees/ })).at(-1) ?? document.body)
  const dialog = await screen.findByRole('dialog', { name: 'Agree fees' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move due date' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /^In a week/ }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Agree fees' })).toBeNull())
  await vi.waitFor(() =>
    expect(server.sent(`PATCH /v1/tasks/${item.id}/`)).toEqual([{ due_date: '2026-11-27T23:59:59Z', version: 3 }]),
  )
})

test('on a phone the week stands over the agenda', async () => {
  openCalendar({ [range('2026-11-16', '2026-11-22')]: calendarAnswer([calendarItem(1)]) }, '/calendar', true)
  await screen.findByRole('button', { name: /^Friday, Nov 20, 2026, 1 due/ })
  expect(screen.getByRole('heading', { name: /^Today/ })).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('on a phone, too, an empty week and one that does not load say so', async () => {
  const week = range('2026-11-16', '2026-11-22')
  const { server } = openCalendar({ [week]: refusal(500, 'internal', 'Something went wrong') }, '/calendar', true)
  await screen.findByText('Failed to load the calendar')
  server.change(week, calendarAnswer([]))
  fireEvent.click(screen.getByRole('button', { name: /try again|retry/i }))
  await screen.findByText('Nothing is due here')
  expect(screen.getByRole('button', { name: 'Friday, Nov 20, 2026, Nothing due' })).toBeTruthy()
})
