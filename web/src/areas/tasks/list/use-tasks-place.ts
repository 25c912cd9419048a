import { useRouterState } from '@tanstack/react-router'

const PLACES = ['/all-tasks', '/pending-tasks', '/tasks'] as const
type TasksPlace = (typeof PLACES)[number]

/** At which of its addresses the screen stands: what opens beside it leaves the others alone. */
export const useTasksPlace = (): TasksPlace =>
  useRouterState({ select: ({ location }) => PLACES.find((place) => location.pathname.startsWith(place)) ?? '/tasks' })
