import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { formBuilderSearch } from '../builder/builder-search.ts'
import { FormBuilderScreen } from '../form-builder.screen.tsx'
import { FormsScreen } from '../forms.screen.tsx'
import { formsSearch } from '../list/forms-search.ts'

export const FIRST_PAGE = 'GET /v1/forms/?status=all&sort=response&limit=50'
const WORKFLOWS = 'GET /v1/workflows/?status=active&sort=name&limit=20'

/** Somebody with this role in Harbor & Vale. */
const as = (role: RoleName): CurrentUser => {
  const { permissions = [], display_name = '' } = builtinRole(role) ?? {}
  return person({ role, role_display_name: display_name, permissions: [...permissions] })
}

const root = createRootRoute()
const builders = createRoute({ getParentRoute: () => root, id: 'builders', component: FormBuilderScreen })
const ofBuilder = { getParentRoute: () => builders, validateSearch: formBuilderSearch }
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/forms', validateSearch: formsSearch, component: FormsScreen }),
  builders.addChildren([
    createRoute({ ...ofBuilder, path: '/form-builder/$formId' }),
    createRoute({ ...ofBuilder, path: '/forms/$formId' }),
  ]),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

type Answers = Parameters<typeof serve>[0]

/** An address of the area in a fresh browser: where it is now, and what was said in toasts. */
export function openForms(address: string, answers: Answers = {}, role: RoleName = 'manager') {
  const server = serve({
    'GET /v1/auth/me/': { body: as(role) },
    [WORKFLOWS]: { body: { data: [], count: 0, pagination: { next_cursor: null } } },
    ...answers,
  })
  const toasts: ToastMessage[] = []
  const { router, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  const said = () => toasts.map(({ title }) => title)
  return { ...screen, server, toasts, said, router, address: () => router.state.location.href }
}
