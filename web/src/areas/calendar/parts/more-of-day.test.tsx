import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { replaceProperty } from '../../../shared/testing/replace-property.ts'
import { calendarAnswer, calendarItem } from '../testing/calendar-answers.ts'
import { openCalendar, range } from '../testing/open-calendar.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') }))

test('what was counted no further says so on every view, and so does the list of a day, which opens with the focus on it', async () => {
  const many = {
    days: [
      { day: '2026-11-18', kind: 'task', count: 1000, capped: true, items: [calendarItem(1, { day: '2026-11-18' })] },
    ],
  }
  replaceProperty(HTMLElement.prototype, 'scrollTo', { value: () => undefined })
  const answer = calendarAnswer([], many)
  const { router } = openCalendar(
    {
      [range('2026-11-16', '2026-11-22')]: answer,
      [range('2026-11-18', '2026-11-18')]: answer,
      [range('2026-11-18', '2026-11-18', { limit: '100' })]: answer,
    },
    '/calendar?view=week',
  )
  fireEvent.click(await screen.findByRole('button', { name: '+999+ more' }))
  await screen.findByText('First 1 of 1,000+')
  const link = screen.getByRole('link', { name: 'Open day' })
  act(() => link.focus())
  fireEvent.click(link)
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ view: 'day', day: '2026-11-18' }))
  await screen.findByRole('complementary', { name: 'Wednesday, Nov 18, 2026' })
  expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-18')
})

test.each([
  ['on a phone', '/calendar', true, range('2026-11-16', '2026-11-22')],
  ['where a day is open', '/calendar?view=day&day=2026-11-18', false, ''],
])('%s the list of a day does not offer to open it', async (_, address, phone, asked) => {
  replaceProperty(HTMLElement.prototype, 'scrollTo', { value: () => undefined })
  const day = '2026-11-18'
  const days = [{ day, kind: 'task', count: 200, capped: false, items: [calendarItem(1, { day })] }]
  const answer = calendarAnswer([], { days })
  openCalendar({ ...(asked && { [asked]: answer }), [range(day, day, { limit: '100' })]: answer }, address, phone)
  fireEvent.click(await screen.findByText('+199 more'))
  await screen.findByText('First 1 of 200')
  expect(screen.queryByText('Open day')).toBeNull()
})
