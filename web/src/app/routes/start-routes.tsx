import { createRoute, redirect } from '@tanstack/react-router'
import { prepareFileIndex } from '../file-index.ts'
import { Initializing } from '../initializing.tsx'
import { rootRoute } from './root-route.tsx'

const start = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  pendingMs: 0,
  pendingComponent: Initializing,
  beforeLoad: async () => {
    await prepareFileIndex()
    throw redirect({ to: '/home', replace: true })
  },
})

const unknown = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true })
  },
})

export const startRoutes = [start, unknown] as const
