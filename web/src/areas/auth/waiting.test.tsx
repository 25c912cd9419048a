import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serve } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { texts } from './auth.texts.ts'
import { WaitingScreen } from './waiting.screen.tsx'

const ME = 'GET /v1/auth/me/'

test('a person waiting for approval sees for whom, can ask again and log out', async () => {
  const server = serve({ [ME]: { body: person({ email: 'amara@harbor.example', is_approved: false }) } })
  const onLogOut = vi.fn(() => undefined)
  const page = render(
    <QueryClientProvider client={new QueryClient()}>
      <WaitingScreen onLogOut={onLogOut} />
    </QueryClientProvider>,
  )
  expect(await page.findByText('amara@harbor.example')).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.checkNow }))
  await waitFor(() => expect(server.sent(ME)).toHaveLength(2))
  fireEvent.click(page.getByRole('button', { name: texts.logOut }))
  expect(onLogOut).toHaveBeenCalledOnce()
})
