import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider, redirect } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { spec as adminSpec, texts as adminTexts } from '../areas/admin/admin.texts.ts'
import { parseAdminSearch } from '../areas/admin/admin-search.ts'
import { SigninScreen } from '../areas/auth/signin.screen.tsx'
import { onlySignedOut, requireUser } from './guards.ts'
import { LateToaster } from './late-toaster.tsx'
import { lazyRouteComponent } from './lazy-route-component.ts'
import { leaveForSignIn } from './leave.ts'
import { watchLogOut } from './log-out.ts'
import { queryClient } from './query-client.ts'
import { actOnRefusals } from './refusals.ts'
import { RouteAnnouncer } from './route-announcer.tsx'
import { signinSearch } from './routes/search-params.ts'
import { watchOwner } from './session.ts'
import { texts } from './texts.ts'
import { WholePageTrouble } from './trouble.tsx'

function AdminRoot() {
  return (
    <>
      <Outlet />
      <RouteAnnouncer />
      <LateToaster />
    </>
  )
}

const AdminSignin = () => <SigninScreen closed />

const root = createRootRoute({ component: AdminRoot })

const signin = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  staticData: { page: { title: texts.places.signin } },
  validateSearch: signinSearch,
  beforeLoad: onlySignedOut,
  component: AdminSignin,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  staticData: { page: { title: texts.places.administration } },
  validateSearch: parseAdminSearch,
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import('./admin-page.tsx'), 'AdminPage'),
})

const everythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true })
  },
})

const router = createRouter({
  routeTree: root.addChildren([signin, home, everythingElse]),
  defaultErrorComponent: WholePageTrouble,
})

export function mount(place: HTMLElement) {
  const toSignIn = () => void leaveForSignIn(router)
  watchLogOut(() => void router.navigate({ to: '/signin', replace: true }), {
    pending: adminSpec.logOutFailed,
    pendingNote: adminTexts.logOutFailedNote,
  })
  watchOwner(() => location.reload())
  // Staff have no plans to choose here: a refusal stays where it happened.
  actOnRefusals({ toSignIn })
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
