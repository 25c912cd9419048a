import { createHash } from 'node:crypto'
import { fireEvent, render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../../shared/testing/fake-server.ts'
import { LandingScreen } from './landing.screen.tsx'
import { spec, texts } from './landing.texts.ts'

const JOIN = 'POST /v1/auth/subscribe-email/'
const joined = { status: 201, body: { status: 'ok', token: null, work: null } }

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

const open = (links = {}) => render(<LandingScreen appUrl="https://app.example" year={2026} links={links} />)

function join(view: ReturnType<typeof open>, email: string) {
  const [field] = view.getAllByLabelText(spec.prompt)
  const [button] = view.getAllByRole('button', { name: spec.join })
  if (!field || !button) throw new Error('no waitlist')
  fireEvent.change(field, { target: { value: email } })
  fireEvent.submit(field.closest('form') ?? field)
}

test('joining the waitlist puts thanks in place of both forms', async () => {
  const server = serve({ [JOIN]: joined })
  const view = open()
  join(view, 'ada@example.com')
  await waitFor(() => expect(view.getAllByText(spec.thanks)).toHaveLength(2))
  expect(view.queryByRole('button', { name: spec.join })).toBeNull()
  expect(server.sent(JOIN)).toEqual([{ email: 'ada@example.com' }])
})

test('a failure says nothing; the address is kept and sent again with the next visit', async () => {
  const server = serve({ [JOIN]: 'unreachable' })
  const view = open()
  join(view, 'ada@example.com')
  await waitFor(() => expect(localStorage.getItem('waitlist')).toBe('ada@example.com'))
  expect(view.queryByRole('alert')).toBeNull()
  expect(view.queryByText(spec.thanks)).toBeNull()
  view.unmount()
  server.change(JOIN, joined)
  open()
  await waitFor(() => expect(localStorage.getItem('waitlist')).toBeNull())
  expect(server.sent(JOIN)).toHaveLength(2)
})

test('does the work that the server wants under load; only an address that was kept is thanked for', async () => {
  const target = createHash('sha256').update('salt2').digest('hex')
  const task = { salt: 'salt', target, most: 5 }
  const server = serve({ [JOIN]: { status: 201, body: { status: 'work', token: 't', work: task } } })
  const view = open()
  join(view, 'ada@example.com')
  await waitFor(() => expect(server.sent(JOIN)).toHaveLength(2))
  expect(server.sent(JOIN)[1]).toEqual({ email: 'ada@example.com', token: 't', work: 2 })
  // It still wants some: nobody is thanked whose address was not kept.
  await waitFor(() => expect(localStorage.getItem('waitlist')).toBe('ada@example.com'))
  expect(view.queryByText(spec.thanks)).toBeNull()
  localStorage.clear()
})

test('shows the company’s profiles and mail address only where they are configured', () => {
  serve({ [JOIN]: joined })
  const bare = open()
  expect(bare.queryByRole('link', { name: spec.contact })).toBeNull()
  expect(bare.queryByRole('navigation', { name: texts.social })).toBeNull()
  bare.unmount()
  const view = open({ contact: 'hello@example.com', github: 'https://github.com/example' })
  expect(view.getByRole('link', { name: spec.contact }).getAttribute('href')).toBe('mailto:hello@example.com')
  expect(view.getByRole('link', { name: 'GitHub' }).getAttribute('href')).toBe('https://github.com/example')
  expect(view.queryByRole('link', { name: 'Twitter' })).toBeNull()
})
