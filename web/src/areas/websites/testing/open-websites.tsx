import { createRootRoute, createRoute } from '@tanstack/react-router'
import { WebsiteId } from '@throughline/contracts/ids'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { defaultWebsite } from '@throughline/contracts/website-content'
import type { ListedWebsite, Website } from '@throughline/contracts/websites'
import { vi } from 'vitest'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { WebsiteBuilderScreen } from '../website-builder.screen.tsx'
import { WebsitesScreen } from '../websites.screen.tsx'

export const SITE = WebsiteId.parse('018f6f2a-0000-7000-8000-000000000800')
export const LIST = 'GET /v1/websites/?status=all&limit=50'

export const row = (change: Partial<ListedWebsite> = {}): ListedWebsite => ({
  id: SITE,
  title: 'Harbor & Vale',
  status: 'draft',
  is_published: false,
  published_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-17T10:00:00.000Z',
  page_count: 4,
  current_version: null,
  draft_changes: 7,
  publishUrl: `http://sites.localhost/public/websites/${SITE}`,
  deleted_at: null,
  preview: defaultWebsite('Harbor & Vale', 2026),
  changed_by: null,
  unpublished: null,
  ...change,
})

export const published = { status: 'published', is_published: true, current_version: 2 } as const

const head = () => {
  const { preview: _, changed_by: _by, unpublished: _un, ...rest } = row()
  return rest
}

export const website = (change: Partial<Website> = {}): Website => ({
  ...head(),
  ...defaultWebsite('Harbor & Vale', 2026),
  title: 'Harbor & Vale',
  metadata: {},
  organization: 'Harbor & Vale',
  version: 1,
  changed_by: null,
  changes: [],
  authors: [],
  problems: [],
  pictures: [],
  forms: [],
  moves: [],
  ...change,
})

export const page = (rows: ListedWebsite[]) => ({ body: { data: rows, pagination: { next_cursor: null } } })

const root = createRootRoute()
const at = { getParentRoute: () => root }
const routeTree = root.addChildren([
  createRoute({ ...at, path: '/websites', component: WebsitesScreen }),
  createRoute({ ...at, path: '/website-builder/$websiteId', component: WebsiteBuilderScreen }),
  createRoute({ ...at, path: '$', component: () => 'somewhere else' }),
])

/** Tells the first size, as a browser does. */
class FakeObserver {
  #tell: (entries: readonly never[]) => void
  constructor(tell: (entries: readonly never[]) => void) {
    this.#tell = tell
  }
  observe() {
    this.#tell([])
  }
  disconnect() {}
  unobserve() {}
}

/** An address of the area in a fresh browser: where it is now, and what was said in toasts. */
export function openWebsites(address: string, answers: Parameters<typeof serve>[0] = {}, role: RoleName = 'manager') {
  vi.stubGlobal('ResizeObserver', FakeObserver)
  const { permissions = [], display_name = '' } = builtinRole(role) ?? {}
  const server = serve({
    'GET /v1/auth/me/': {
      body: person({ role, role_display_name: display_name, permissions: [...permissions] }),
    },
    'GET /v1/forms/?status=active&sort=title&limit=20': {
      body: {
        status: 'active',
        data: [],
        counts: { all: 0, active: 0, closed: 0, draft: 0 },
        pagination: { next_cursor: null },
      },
    },
    ...answers,
  })
  const toasts: ToastMessage[] = []
  const { router, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  return {
    ...screen,
    server,
    said: () => toasts.map(({ title }) => title),
    address: () => router.state.location.href,
  }
}
