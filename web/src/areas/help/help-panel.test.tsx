import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { replaceProperty } from '../../shared/testing/replace-property.ts'
import { pressPageKey } from '../../ui/page-keys.ts'
import { HelpPanel } from './help-panel.tsx'
import type { HelpAddress } from './topics.ts'

beforeEach(() => {
  replaceProperty(Element.prototype, 'scrollIntoView', { value: () => undefined })
})

function openPanel(address: HelpAddress, next: HelpAddress = address) {
  const onClose = vi.fn()
  const onLeave = vi.fn()
  const root = createRootRoute()
  const Work = () => {
    const [at, setAt] = useState({ address })
    return (
      <>
        <input aria-label="Work below" />
        <button type="button" onClick={() => setAt({ address: next })}>
          Elsewhere
        </button>
        <HelpPanel at={at} onClose={onClose} onLeave={onLeave} />
      </>
    )
  }
  const work = createRoute({ getParentRoute: () => root, path: '/inbox', component: Work })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' })
  const { router } = openRoutes(root.addChildren([work, elsewhere]), '/inbox', () => undefined)
  return { onClose, onLeave, address: () => router.state.location.href }
}

const panel = (name: string) => screen.findByRole('complementary', { name })
const typed = (words: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } })

test('it opens at the topic of the screen and takes the focus', async () => {
  openPanel('inbox')
  const opened = await panel('Inbox and Notifications')
  expect(document.activeElement).toBe(opened)
  expect(within(opened).getByRole('heading', { name: 'Snooze and archive' })).toBeTruthy()
})

test('it opens at a section, and opened again at another one', async () => {
  openPanel('inbox/less', 'org/teams')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Get fewer emails' })))
  fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
  await panel('Organization Management')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Work with teams' }))
})

test('back leads to all topics, and from there into one', async () => {
  openPanel('inbox')
  await panel('Inbox and Notifications')
  fireEvent.click(screen.getByRole('button', { name: 'All topics' }))
  const all = await panel('Help')
  expect(document.activeElement).toBe(all)
  const topics = within(screen.getByRole('list', { name: 'Topics' }))
  expect(topics.getAllByRole('listitem')).toHaveLength(8)
  fireEvent.click(topics.getByRole('button', { name: /^Working with Files/ }))
  expect(document.activeElement).toBe(await panel('Working with Files'))
})

test('a result is shown in the panel, and the page below stays where it is', async () => {
  const { address } = openPanel('inbox')
  await panel('Inbox and Notifications')
  fireEvent.change(screen.getByLabelText('Work below'), { target: { value: 'half a sentence' } })
  typed('claim from a queue')
  fireEvent.click(screen.getByRole('link', { name: 'Claim from a queue' }))
  await panel('Task Management')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Claim from a queue' }))
  expect(address()).toBe('/inbox')
  expect(screen.getByLabelText<HTMLInputElement>('Work below').value).toBe('half a sentence')
})

test('Enter in the field shows the first result', async () => {
  openPanel('inbox')
  await panel('Inbox and Notifications')
  typed('claim from a queue')
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
  expect(await panel('Task Management')).toBeTruthy()
})

test('words that stand nowhere lead to all topics', async () => {
  openPanel('inbox')
  await panel('Inbox and Notifications')
  typed('xylophone')
  expect(screen.getByText('No help for “xylophone”')).toBeTruthy()
  const [, clear] = screen.getAllByRole('button', { name: 'All topics' })
  if (!clear) throw new Error('no way to all topics')
  fireEvent.click(clear)
  expect(await panel('Help')).toBeTruthy()
})

test('Escape first empties the field, then closes; from the page it closes too', async () => {
  const { onClose } = openPanel('inbox')
  await panel('Inbox and Notifications')
  typed('snooze')
  const field = screen.getByRole('searchbox')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
  pressPageKey('Escape')
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('it opens as a page, at the same place', async () => {
  const { onLeave, address } = openPanel('inbox/less')
  fireEvent.click(await screen.findByRole('link', { name: 'Open as a page' }))
  await waitFor(() => expect(address()).toBe('/help#inbox/less'))
  expect(onLeave).toHaveBeenCalledOnce()
})
