import { createRoute } from '@tanstack/react-router'
import { requireUser } from '../guards.ts'
import { PAGES, type PageKey } from '../pages.ts'
import { ShellSkeleton, Workspace } from '../shell/workspace.tsx'
import { WholePageTrouble } from '../trouble.tsx'
import { rootRoute } from './root-route.tsx'

/** Everything inside the shell; nothing of it is shown before it is known who is there. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'workspace',
  beforeLoad: requireUser,
  pendingMs: 300,
  pendingComponent: ShellSkeleton,
  errorComponent: WholePageTrouble,
  component: Workspace,
})

/** What every page of the workspace declares; the keys are those of the navigation. */
export const at = (key: PageKey) => ({ getParentRoute: () => workspaceRoute, staticData: { page: PAGES[key] } })
