import { createRootRoute, createRoute } from '@tanstack/react-router'
import { Document } from '@throughline/contracts/documents'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { vi } from 'vitest'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { replaceProperty } from '../../../shared/testing/replace-property.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { card, page as workflows } from '../../workflows/testing/sample-workflows.ts'
import { FilesScreen } from '../files.screen.tsx'
import { filesSearch } from '../list/files-search.ts'
import { sampleDocument } from './sample-document.ts'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

export const WORKFLOW = id(500)
export const LIST = 'GET /v1/documents/?sort=updated&limit=50'
export const TIMELINE = 'GET /v1/documents/?sort=created&limit=50'
export const TRASH = 'GET /v1/documents/?trash=true&limit=50'
export const STATUSES = 'GET /v1/documents/groups/?by=status'

const NOW = '2026-11-12T09:00:00Z'
const CLIENT = 'Meridian Foods Ltd'

export const document = (number: number, name: string, more: Partial<Document> = {}): Document => {
  const { metadata, ...sample } = sampleDocument(100 + number, name, 'application/pdf')
  return Document.parse({
    ...sample,
    status: 'completed',
    client: { id: id(700), name: CLIENT },
    document_type: 'general',
    metadata: { ...metadata, client_id: CLIENT },
    created_at: NOW,
    uploaded_at: NOW,
    updated_at: NOW,
    uploaded_by: null,
    processing: { ...sample.processing, thumbnail: 'none', pages: 'none', preview: 'none' },
    ...more,
  })
}

export const page = (documents: readonly Document[]) => ({ body: documents })

export const groups = (counts: Record<string, number>, names: Record<string, string> = {}) => ({
  body: {
    data: Object.entries(counts).map(([key, count]) => ({ key, name: names[key] ?? key, count, more: false })),
  },
})

const BESIDE = {
  [STATUSES]: groups({ completed: 2 }),
  'GET /v1/documents/groups/?by=view': groups({ all: 2, recent: 2, mine: 1, active: 1, completed: 0 }),
  'GET /v1/workflows/?status=all&sort=name&limit=50': workflows([card(0, 'Client Onboarding')]),
  [`GET /v1/documents/groups/?by=workflow&workflows=${WORKFLOW}`]: groups({ [WORKFLOW]: 24 }),
  'GET /v1/clients/?limit=20': { body: { data: [], pagination: { next_cursor: null } } },
}

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/files', validateSearch: filesSearch, component: FilesScreen }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

/** jsdom lays nothing out, so nothing comes into sight. */
class Unseen {
  observe() {}
  disconnect() {}
}

/** The screen in a fresh browser, for somebody with this role: where it is now, and what was said in toasts. */
export function openFiles(address: string, answers: Parameters<typeof serve>[0], role: RoleName = 'manager') {
  vi.stubGlobal('IntersectionObserver', Unseen)
  replaceProperty(Element.prototype, 'scrollIntoView', { value: () => undefined })
  const { permissions = [], display_name = '' } = builtinRole(role) ?? {}
  const me = person({ role, role_display_name: display_name, permissions: [...permissions] })
  const server = serve({ 'GET /v1/auth/me/': { body: me }, ...BESIDE, ...answers })
  const toasts: ToastMessage[] = []
  const { router, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  return { ...screen, server, toasts, router, address: () => router.state.location.href }
}
