import { createHash } from 'node:crypto'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { figures, sections, spec, texts } from './landing.texts.ts'
import { landingBody } from './page.ts'
import { startLanding } from './start-landing.ts'

const JOIN = 'POST /v1/auth/subscribe-email/'
const joined = { status: 201, body: { status: 'ok', token: null, work: null } }

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
    },
  )
})

function open(measurements = '') {
  document.body.innerHTML = landingBody(measurements)
  startLanding()
}

function join(email: string) {
  const [field] = screen.getAllByLabelText(spec.prompt)
  if (!field) throw new Error('no waitlist')
  fireEvent.change(field, { target: { value: email } })
  fireEvent.submit(field)
}

test('joining the waitlist puts thanks in place of both forms', async () => {
  const server = serve({ [JOIN]: joined })
  open()
  join(' ada@example.com ')
  await waitFor(() => expect(screen.getAllByText(spec.thanks)).toHaveLength(2))
  expect(screen.queryByRole('button', { name: spec.join })).toBeNull()
  expect(server.sent(JOIN)).toEqual([{ email: 'ada@example.com' }])
})

test('a failure says nothing; the address is kept and sent again once the browser is online, or with the next visit', async () => {
  const server = serve({ [JOIN]: 'unreachable' })
  open()
  join('ada@example.com')
  await waitFor(() => expect(localStorage.getItem('waitlist')).toBe('ada@example.com'))
  expect(screen.queryByText(spec.thanks)).toBeNull()
  expect(screen.getAllByRole('button', { name: spec.join })).toHaveLength(2)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(server.sent(JOIN)).toHaveLength(2))
  expect(localStorage.getItem('waitlist')).toBe('ada@example.com')
  server.change(JOIN, joined)
  open()
  await waitFor(() => expect(localStorage.getItem('waitlist')).toBeNull())
  expect(screen.queryByText(spec.thanks)).toBeNull()
  expect(server.sent(JOIN)).toHaveLength(3)
})

test('addresses that failed are all kept; one that the server refuses is not, and is not sent again', async () => {
  const server = serve({ [JOIN]: 'unreachable' })
  const kept = () => localStorage.getItem('waitlist')?.split('\n')
  open()
  join('ada@example.com')
  await waitFor(() => expect(kept()).toEqual(['ada@example.com']))
  await waitFor(() => expect(screen.getAllByLabelText(spec.prompt)[0]).toHaveProperty('readOnly', false))
  server.change(JOIN, refusal(429, 'rate_limited', 'Too many tries'))
  join('ben@example.com')
  await waitFor(() => expect(kept()).toEqual(['ada@example.com', 'ben@example.com']))
  await waitFor(() => expect(screen.getAllByLabelText(spec.prompt)[0]).toHaveProperty('readOnly', false))
  server.change(JOIN, refusal(422, 'invalid', 'No address'))
  join('nobody@nowhere')
  await waitFor(() => expect(server.sent(JOIN)).toHaveLength(3))
  await waitFor(() => expect(screen.getAllByLabelText(spec.prompt)[0]).toHaveProperty('readOnly', false))
  expect(kept()).toEqual(['ada@example.com', 'ben@example.com'])
  open()
  await waitFor(() => expect(localStorage.getItem('waitlist')).toBeNull())
  expect(server.sent(JOIN)).toHaveLength(5)
  expect(screen.queryByText(spec.thanks)).toBeNull()
})

test('while it is sent the field is read-only and nothing is sent twice', async () => {
  const server = serve({ [JOIN]: joined })
  open()
  join('ada@example.com')
  join('ada@example.com')
  expect(screen.getAllByLabelText(spec.prompt)[0]).toHaveProperty('readOnly', true)
  await waitFor(() => expect(screen.getAllByText(spec.thanks)).toHaveLength(2))
  expect(server.sent(JOIN)).toHaveLength(1)
})

test('does the work that the server wants under load; only an address that was kept is thanked for', async () => {
  const target = createHash('sha256').update('salt2').digest('hex')
  const task = { salt: 'salt', target, most: 5 }
  const server = serve({ [JOIN]: { status: 201, body: { status: 'work', token: 't', work: task } } })
  open()
  join('ada@example.com')
  await waitFor(() => expect(server.sent(JOIN)).toHaveLength(2))
  expect(server.sent(JOIN)[1]).toEqual({ email: 'ada@example.com', token: 't', work: 2 })
  // It still wants some: nobody is thanked whose address was not kept.
  await waitFor(() => expect(localStorage.getItem('waitlist')).toBe('ada@example.com'))
  expect(screen.queryByText(spec.thanks)).toBeNull()
})

test('the theme is switched, told and kept', () => {
  serve({ [JOIN]: joined })
  open()
  const button = screen.getByRole('button', { name: texts.theme })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(button)
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
})

test('the menu is marked as scrolled after ten pixels', () => {
  serve({ [JOIN]: joined })
  open()
  const menu = screen.getByRole('banner')
  for (const [scrollY, isScrolled] of [
    [10, false],
    [11, true],
    [0, false],
  ] as const) {
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(scrollY)
    window.dispatchEvent(new Event('scroll'))
    expect(menu.hasAttribute('data-scrolled')).toBe(isScrolled)
  }
})

test('a figure that was not measured does not show, nor does a heading over nothing', () => {
  const measured =
    '<!-- growth -->\n10,024,468 tasks of 3 instances\n<!-- /growth -->\n<!-- crash -->\n2000 instances of five steps\n<!-- /crash -->'
  expect(landingBody('')).not.toContain(texts.measured)
  const page = landingBody(measured)
  expect(page).toContain('<b>10,024,468</b> tasks')
  expect(page).not.toContain('forced crashes')
})

test('no word of the page has a character that HTML gives a meaning to', () => {
  const groups = ['1', '2', '3']
  const words = [
    JSON.stringify([spec, texts, sections]).replaceAll(/"(?=[,:}\]])|(?<=[[{,:])"/g, ''),
    ...figures.flatMap(({ number, unit, text }) => [number(groups), unit, text(groups)]),
  ]
  for (const one of words) expect(one).not.toMatch(/[<>&"]/)
})
