import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { leaveForSignIn } from './leave.ts'
import { watchLogOut } from './log-out.ts'
import { watchMissingParts } from './new-version.ts'
import { queryClient } from './query-client.ts'
import { actOnRefusals } from './refusals.ts'
import { router } from './router.tsx'
import { watchOwner } from './session.ts'

/** The page's own code comes while it is still asked who is there. */
function fetchPageAhead() {
  const [, , route] = router.getMatchedRoutes(location.pathname)
  if (route) void router.loadRouteChunk(route)
}

export function mount(place: HTMLElement) {
  fetchPageAhead()
  watchMissingParts()
  watchLogOut(() => void router.navigate({ to: '/signin', replace: true }))
  watchOwner(() => location.reload())
  actOnRefusals({
    toSignIn: () => void leaveForSignIn(router),
    toPlans: () => void router.navigate({ to: '/subscription/plans' }),
    toRestricted: () => void router.navigate({ to: '/access/restricted' }),
  })
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
