import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { DocumentDetail } from '@throughline/contracts/documents'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { vi } from 'vitest'
import { serve } from '../../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../../shared/testing/open-routes.tsx'
import { person } from '../../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../../ui/toast.ts'
import { documentsKey } from '../../documents.keys.ts'
import { sampleDocument, sampleId } from '../../testing/sample-document.ts'
import { FilePanel } from '../file-panel.tsx'

export const FILE = `/v1/documents/${sampleId(41)}/`
export const READ = `GET ${FILE}`

/** A contract with two versions, the second one current. */
export function contract(more: Partial<DocumentDetail> = {}): DocumentDetail {
  const base = sampleDocument(41, 'Contract.txt', 'text/plain')
  const [first] = base.versions
  if (!first) throw new Error('a file has a version')
  const second = {
    ...first,
    version_number: 2,
    sha256: 'b'.repeat(64),
    size: 9_000,
    created_at: '2026-11-13T09:20:00Z',
  }
  return {
    ...base,
    version_count: 2,
    current_version: 2,
    sha256: 'b'.repeat(64),
    processing: { ...base.processing, version_number: 2 },
    versions: [second, { ...first, is_current: false }],
    ...more,
  }
}

export const preview = (version: number, text: string) => ({
  [`GET ${FILE}preview/?version_number=${version}`]: {
    body: {
      data: {
        version_number: version,
        name: 'Contract.txt',
        content_type: 'text/plain',
        size: text.length,
        preview: { kind: 'text', text, cut: false },
      },
    },
  },
})

type Answers = Parameters<typeof serve>[0]

/** The panel of one file in a fresh browser; undefined where a test answers the reading itself. */
export function openFile(file: DocumentDetail | undefined, answers: Answers = {}, role: RoleName = 'member') {
  const user = person({ role, permissions: [...(builtinRole(role)?.permissions ?? [])] })
  const server = serve({
    'GET /v1/auth/me/': { body: user },
    [`GET ${FILE}comments/?limit=50`]: { body: { data: [], pagination: { next_cursor: null } } },
    ...(file && { [READ]: { body: file } }),
    ...answers,
  })
  const handlers = { onClose: vi.fn(), onStep: vi.fn(), onPreview: vi.fn(), onOpen: vi.fn() }
  const root = createRootRoute()
  const panel = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <FilePanel documentId={sampleId(41)} {...handlers} />,
  })
  const toasts: ToastMessage[] = []
  const tree = root.addChildren([panel, createRoute({ getParentRoute: () => root, path: '$', component: () => null })])
  const { queries, ...screen } = openRoutes(tree, '/', (message) => toasts.push(message))
  return {
    ...screen,
    ...handlers,
    server,
    toasts,
    /** As after a frame of the live socket, when the file has become this. */
    becomes: (next: DocumentDetail) => {
      server.change(READ, { body: next })
      return queries.invalidateQueries({ queryKey: documentsKey })
    },
  }
}
