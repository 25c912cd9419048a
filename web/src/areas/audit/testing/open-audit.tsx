import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { AuditEntry } from '@throughline/contracts/audit'
import type { CurrentUser } from '@throughline/contracts/auth'
import { vi } from 'vitest'
import { parseSearchParams } from '../../../shared/address-params.ts'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { organization } from '../../org/testing/sample-organization.ts'
import { AuditScreen } from '../audit.screen.tsx'

const { tenant_id: orgId } = person()

export const LIST = `/v1/org/${orgId}/audit/`
export const NEWEST = `${LIST}?limit=50`
export const VERIFY = `${LIST}verify/`

type Wish = {
  user?: Partial<CurrentUser>
  search?: string
  rows?: AuditEntry[]
  /** Answers of the check, one for each step. */
  verify?: object[]
  answers?: Parameters<typeof serve>[0]
}

/** The page in a fresh browser: what was asked and sent, and what was said in toasts. */
export function openAudit({ user, search = '', rows = [], verify = [], answers = {} }: Wish) {
  const filter = search ? `${search}&` : '?'
  const server = serve({
    [`GET ${LIST}?limit=100`]: { body: rows },
    [`GET ${NEWEST}`]: { body: rows },
    [`GET ${LIST}${filter}limit=100`]: { body: rows },
    [`GET ${LIST}${filter}limit=50`]: { body: rows },
    [`GET /v1/org/${orgId}/`]: { body: organization({ time_zone: 'Europe/Amsterdam' }) },
    [`GET /v1/org/${orgId}/members/?limit=20`]: { body: [] },
    ...answers,
  })
  const steps = [...verify]
  const plain = globalThis.fetch
  const requests: string[] = []
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    requests.push(input)
    if (input === VERIFY && steps.length > 0) server.change(`POST ${VERIFY}`, { body: steps.shift() })
    return plain(input, init)
  })
  const toasts: string[] = []
  const who = person({ permissions: ['audit.read'], ...user })
  const root = createRootRoute()
  const workspace = createRoute({ getParentRoute: () => root, id: 'workspace' })
  const at = (path: string) => createRoute({ getParentRoute: () => workspace, path, component: () => path })
  const audit = createRoute({
    getParentRoute: () => workspace,
    path: '/org-profile/audit',
    validateSearch: parseSearchParams,
    component: () => <AuditScreen user={who} refused="restricted" />,
  })
  const routeTree = root.addChildren([workspace.addChildren([audit, at('/org-profile')])])
  const screen = openRoutes(routeTree, `/org-profile/audit${search}`, ({ title }) => toasts.push(title))
  return { ...screen, server, toasts, asked: () => requests }
}
