import { createRootRoute, createRoute } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import type { CurrentUser } from '@throughline/contracts/auth'
import { DocumentId } from '@throughline/contracts/ids'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { id, maya, row, seat, whole } from '../tasks/testing/sample-tasks.ts'
import { DecideScreen } from './decide.screen.tsx'
import { texts } from './decide.texts.ts'
import { approval, opened } from './testing/sample-messages.ts'

const asked = approval(1, 'Countersign letter', { read: true })

/** An approval of one file, which is in its third version now. */
const task = whole(
  row(1, 'Countersign letter', { task_type: 'approval', assignee: null }),
  { decide: true },
  {
    rule: 'first',
    seats: [seat(0, maya, { mine: true })],
    leads: { approve: [], reject: [], changes: [] },
    attachments: [
      {
        id: DocumentId.parse(id(900)),
        filename: 'letter.pdf',
        name: 'Letter.pdf',
        size: 1_000,
        content_type: 'application/pdf',
        state: 'clean',
        version_number: 3,
        sha256: 'a'.repeat(64),
        file_url: '/letter',
        created_at: '2026-11-10T09:00:00Z',
        uploaded_by: maya,
      },
    ],
  },
)

function open(query: string, { user = person(), message = {} }: { user?: CurrentUser | null; message?: object } = {}) {
  const server = serve({
    [`GET /v1/messages/${asked.id}/`]: { body: { data: opened(asked) } },
    [`GET /v1/tasks/${task.id}/`]: { body: { data: task } },
    ...message,
  })
  const root = createRootRoute()
  const tree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/inbox/decide/$messageId',
      component: () => <DecideScreen user={user} phone onSignIn={() => undefined} onNotMe={() => undefined} />,
    }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
  ])
  openRoutes(tree, `/inbox/decide/${asked.id}${query}`, () => undefined)
  return server
}

test('a file that changed after the mail is named, and the decision is about what is there now', async () => {
  open('?version=2')
  expect(await screen.findByText(texts.changed)).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Approve version 3/ })).toBeTruthy()
})

test('of the version that the mail was about nothing is said', async () => {
  open('?version=3')
  expect(await screen.findByRole('button', { name: /^Approve version 3/ })).toBeTruthy()
  expect(screen.queryByText(texts.changed)).toBeNull()
})

test('what is due on a day names that day, not the moment after it', async () => {
  const due = { due: '2026-11-20T00:00:00Z', due_day: '2026-11-19' }
  open('', { message: { [`GET /v1/messages/${asked.id}/`]: { body: { data: opened({ ...asked, ...due }) } } } })
  expect(await screen.findByText('Nov 19, 2026')).toBeTruthy()
})

test('whoever is not signed in, or not the person asked, learns nothing of it', async () => {
  const server = open('?version=2', { user: null })
  expect(await screen.findByRole('heading', { name: texts.signInTitle })).toBeTruthy()
  expect(server.sent(`GET /v1/messages/${asked.id}/`)).toEqual([])
  open('?version=2', { message: { [`GET /v1/messages/${asked.id}/`]: refusal(404, 'not_found', 'Not found') } })
  expect(await screen.findByRole('heading', { name: texts.missing })).toBeTruthy()
  expect(screen.queryByText('Countersign letter')).toBeNull()
})
