import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MessageEntity } from '@throughline/contracts/message-entities'
import { expect, test, vi } from 'vitest'
import { serve, signedOut } from '../../../shared/testing/fake-server.ts'
import { EntityCards } from './entity-cards.tsx'

const ID = '0198f3a0-0000-7000-8000-000000000061'
const expires_at = '2026-11-24T09:00:00Z'

function open(state: 'ready' | 'failed') {
  const rows = state === 'ready' ? 48_210 : null
  serve({
    'GET /v1/auth/me/': signedOut,
    [`GET /v1/exports/${ID}/`]: {
      body: { id: ID, file_name: 'tasks.csv', state, rows, problem: null, created_at: expires_at, expires_at },
    },
  })
  const entity = { entityType: 'export', entityId: ID, entityLabel: 'tasks.csv', state, rows, expiresAt: expires_at }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EntityCards entities={[MessageEntity.parse(entity)]} />
    </QueryClientProvider>,
  )
}

test('the file of an export is downloaded where its message is read', async () => {
  const saved: (string | null)[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href'))
  })
  open('ready')
  expect(screen.getByText('48,210 rows · Available until Nov 24, 2026')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(saved).toEqual([`/v1/exports/${ID}/file/`]))
})

test('an export that failed offers no file', () => {
  open('failed')
  expect(screen.getByText('tasks.csv')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
