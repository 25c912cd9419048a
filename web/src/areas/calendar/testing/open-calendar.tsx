import { createRootRoute, createRoute } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { CalendarScreen } from '../calendar.screen.tsx'
import { calendarAddress } from '../calendar-address.ts'

export const mover = person({ permissions: ['tasks.work'] })

const USUAL = 'on_track,at_risk,overdue,in_progress,completed'
export const range = (from: string, to: string, more: Record<string, string> = {}) =>
  `GET /v1/calendar/?${new URLSearchParams({ from, to, status: USUAL, ...more })}`

export const NOVEMBER = range('2026-10-26', '2026-12-06')

export const dayCell = (name: RegExp) => screen.findByRole('cell', { name })

/** The calendar in a fresh browser: where it is now, and what was said in toasts. */
export function openCalendar(answers: Parameters<typeof serve>[0], address = '/calendar', phone = false) {
  const server = serve({ 'GET /v1/auth/me/': { body: mover }, ...answers })
  const shown: string[] = []
  const root = createRootRoute()
  const calendar = createRoute({
    getParentRoute: () => root,
    path: '/calendar',
    validateSearch: calendarAddress,
    component: () => <CalendarScreen phone={phone} narrow={phone} />,
  })
  const view = openRoutes(root.addChildren([calendar]), address, ({ title }) => shown.push(title))
  return { ...view, server, shown }
}
