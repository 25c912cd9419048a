import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { CurrentUser } from '@throughline/contracts/auth'
import { builtinRole } from '@throughline/contracts/permissions'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { replaceProperty } from '../../shared/testing/replace-property.ts'
import { member, ORG, roles, team } from '../org/testing/open-people.tsx'
import { HelpScreen } from './help.screen.tsx'
import type { CameFrom } from './parts/rail.tsx'

const maya = person({ role: 'member', permissions: [...(builtinRole('member')?.permissions ?? [])] })

beforeEach(() => {
  replaceProperty(Element.prototype, 'scrollIntoView', { value: () => undefined })
})

type Opened = { user?: Partial<CurrentUser>; from?: CameFrom; address?: string; answers?: Parameters<typeof serve>[0] }

function openHelp({ user, from, address = '/help', answers = {} }: Opened = {}) {
  const server = serve(answers)
  const onShortcuts = vi.fn()
  const root = createRootRoute()
  const help = createRoute({
    getParentRoute: () => root,
    path: '/help',
    component: () => (
      <HelpScreen user={{ ...maya, organization_id: null, ...user }} from={from} onShortcuts={onShortcuts} />
    ),
  })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' })
  const { router } = openRoutes(root.addChildren([help, elsewhere]), address, () => undefined)
  return { server, onShortcuts, address: () => router.state.location.href }
}

const topic = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search help' })
const typed = (words: string) => fireEvent.change(search(), { target: { value: words } })

test('eight topics are closed at first; one opens, shows its sections and closes again', async () => {
  openHelp()
  const card = await topic('Inbox and Notifications')
  expect(screen.getAllByRole('button', { expanded: false })).toHaveLength(8)
  fireEvent.click(card)
  expect(card.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('heading', { level: 3, name: /^Snooze and archive/ })).toBeTruthy()
  fireEvent.click(card)
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
})

test('the address of a section opens its topic there', async () => {
  openHelp({ address: '/help#inbox/snooze' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Snooze and archive/ })))
  expect((await topic('Inbox and Notifications')).getAttribute('aria-expanded')).toBe('true')
})

test('an address that leads nowhere shows all topics', async () => {
  openHelp({ address: '/help#gone/long-ago' })
  await topic('Getting Started')
  expect(screen.getAllByRole('button', { expanded: false })).toHaveLength(8)
})

test('the link of a section is copied whole', async () => {
  const write = vi.fn(() => Promise.resolve())
  replaceProperty(navigator, 'clipboard', { value: { writeText: write } })
  openHelp({ address: '/help#inbox' })
  fireEvent.click(await screen.findByRole('button', { name: 'Copy link to Snooze and archive' }))
  await screen.findByText('Link copied')
  expect(write).toHaveBeenCalledWith(`${location.origin}/help#inbox/snooze`)
})

test('searching shows sections with what was searched for marked; Enter opens the first', async () => {
  const { address } = openHelp()
  await topic('Getting Started')
  typed('snooze')
  const results = screen.getAllByRole('listitem')
  expect(results[0]?.textContent).toContain('Inbox and NotificationsSnooze and archiveSnooze hides a message')
  expect(within(screen.getByRole('link', { name: 'Snooze and archive' })).getByText('Snooze').tagName).toBe('MARK')
  fireEvent.keyDown(search(), { key: 'Enter' })
  await waitFor(() => expect(address()).toBe('/help#inbox/snooze'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Snooze and archive/ })))
  expect(search().value).toBe('')
})

test('a result that the page is at already is gone to once more', async () => {
  openHelp({ address: '/help#inbox/snooze' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Snooze and archive/ })))
  search().focus()
  typed('snooze')
  fireEvent.click(screen.getByRole('link', { name: 'Snooze and archive' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Snooze and archive/ })))
})

test('words that stand nowhere say so, and all topics are a press away', async () => {
  openHelp()
  await topic('Getting Started')
  typed('xylophone')
  expect(screen.getByText('No help for “xylophone”')).toBeTruthy()
  expect(screen.getByText('0 results')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'All topics' }))
  expect(await topic('Getting Started')).toBeTruthy()
  expect(search().value).toBe('')
})

test('Escape empties the field', async () => {
  openHelp()
  await topic('Getting Started')
  typed('snooze')
  fireEvent.keyDown(search(), { key: 'Escape' })
  expect(search().value).toBe('')
})

test('beside the topics stand those of the screen one came from, and the keys', async () => {
  const { address, onShortcuts } = openHelp({ from: { title: 'Inbox', address: 'inbox' } })
  expect(await screen.findByText('You came from Inbox')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Get fewer emails' }))
  await waitFor(() => expect(address()).toBe('/help#inbox/less'))
  fireEvent.click(screen.getByRole('button', { name: /^Keyboard shortcuts/ }))
  expect(onShortcuts).toHaveBeenCalledOnce()
})

const ROLES = `GET ${ORG}roles/`
const admin = roles.find(({ name }) => name === 'admin')
const ADMINS = `GET ${ORG}members/?status=active&role_id=${admin?.id}&limit=100`
const inOrganization = { organization_id: maya.tenant_id }

test('in an organization one can ask its admins, by role and team, but not oneself', async () => {
  const self = member(9, 'Maya Okafor', 'admin')
  const priya = member(1, 'Priya Raman', 'admin', { team: { id: team(1, 'Finance').id, name: 'Finance' } })
  openHelp({
    user: { ...inOrganization, member_id: self.id },
    answers: { [ROLES]: { body: roles }, [ADMINS]: { body: [self, priya] } },
  })
  expect(await screen.findByText('Priya Raman')).toBeTruthy()
  expect(screen.getByText('Admin, Finance')).toBeTruthy()
  expect(screen.queryByText('Maya Okafor')).toBeNull()
  expect(screen.getByRole('link', { name: 'Send us feedback' }).getAttribute('href')).toBe('/feedback')
})

test('admins that could not be loaded are asked for again', async () => {
  const { server } = openHelp({
    user: inOrganization,
    answers: { [ROLES]: refusal(500, 'internal', 'Something went wrong') },
  })
  expect(await screen.findByText('Your admins couldn’t be loaded.')).toBeTruthy()
  server.change(ROLES, { body: roles })
  server.change(ADMINS, { body: [member(1, 'Priya Raman', 'admin')] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Priya Raman')).toBeTruthy()
})

test('alone in a personal workspace nobody is named', async () => {
  const { server } = openHelp()
  expect(await screen.findByRole('link', { name: 'Send us feedback' })).toBeTruthy()
  expect(server.sent(ROLES)).toEqual([])
})
