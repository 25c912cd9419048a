import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { Preview } from '@throughline/contracts/document-preview'
import type { DocumentDetail } from '@throughline/contracts/documents'
import { useState } from 'react'
import { vi } from 'vitest'
import { api } from '../../../../shared/api.ts'
import { declaredResponse, refusal } from '../../../../shared/testing/fake-server.ts'
import { connectToasts, type ToastMessage } from '../../../../ui/toast.ts'
import { documentsKey } from '../../documents.keys.ts'
import { PreviewDialog } from '../preview-dialog.tsx'
// What the dialog loads late is there before a test begins to wait for it.
import '../preview.tsx'

type Answer = { status?: number; body: unknown } | Blob | 'unreachable' | 'silent'

export const CONTENT = 'https://content.example/v1/files/?link=abc'

/** What the server says about one file and how it is shown. */
export const about = (
  file: DocumentDetail,
  preview: Preview,
  version = file.current_version,
): Record<string, Answer> => ({
  [`/v1/documents/${file.id}/`]: { body: file },
  [`/v1/documents/${file.id}/preview/`]: {
    body: {
      data: {
        version_number: version,
        name: file.name,
        content_type: file.content_type,
        size: file.size,
        preview,
      },
    },
  },
  [`/v1/documents/${file.id}/link/`]: { body: { url: CONTENT, expires_at: '2026-11-15T10:00:00Z' } },
})

function respond(call: string, answer: Answer | undefined): Promise<Response> {
  if (answer === 'silent') return new Promise(() => undefined)
  if (answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'))
  if (answer instanceof Blob) return Promise.resolve(new Response(answer))
  return declaredResponse(call, answer ?? refusal(404, 'not_found', 'This was not found'))
}

/** By path, whatever is asked there; another origin by its whole address. */
export function serveFiles(answers: Record<string, Answer>) {
  const asked: string[] = []
  const known: Record<string, Answer> = { '/v1/auth/csrf/': { body: { csrfToken: 'token' } }, ...answers }
  const answer = (input: string, init: RequestInit = {}) => {
    asked.push(input)
    const url = new URL(input, location.origin)
    const path = url.origin === location.origin ? url.pathname : input
    return respond(`${init.method ?? 'GET'} ${path}`, known[path])
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  return { asked, change: (path: string, to: Answer) => Object.assign(known, { [path]: to }) }
}

/** A page with a button that opens the preview of the first of these files. */
export function openPreview(files: readonly DocumentDetail[], more: Partial<Parameters<typeof PreviewDialog>[0]> = {}) {
  api.forgetCsrf()
  const toasts: ToastMessage[] = []
  connectToasts({ show: (message) => toasts.push(message), close: () => undefined })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  function Page() {
    const [open, setOpen] = useState<DocumentDetail['id']>()
    return (
      <>
        <button type="button" onClick={() => setOpen(files[0]?.id)}>
          Open
        </button>
        {open && (
          <PreviewDialog
            documents={files}
            documentId={open}
            onStep={setOpen}
            onClose={() => setOpen(undefined)}
            {...more}
          />
        )}
      </>
    )
  }
  const page = render(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  )
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  return { ...page, opener, toasts, changed: () => queries.invalidateQueries({ queryKey: documentsKey }) }
}

export const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })
