import { fireEvent, waitFor, within } from '@testing-library/react'
import { DocumentId } from '@throughline/contracts/ids'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { texts } from '../submissions.texts.ts'
import {
  at,
  openSubmissions,
  RESPONSES,
  refused,
  response,
  responses,
  TRIGGERS,
  wholeResponse,
} from '../testing/open-submissions.tsx'
import { FORM, id } from '../testing/sample-forms.ts'

const meridian = response(142, 'Meridian Foods Ltd')
const castell = response(144, 'Castell Holdings BV', { state: 'not_started', starts: [refused] })
const robot = response(145, 'asdf asdf', { state: 'held', starts: [{ ...refused, state: 'held', reason: null }] })
const three = responses([meridian, castell, robot], { running: 1, not_started: 1, held: 1 })

test('a row shows when it came, its answers and what it started; fields choose their columns', async () => {
  const view = openSubmissions({ [RESPONSES]: three })
  const cell = await view.findByText('Meridian Foods Ltd')
  const row = cell.closest<HTMLElement>('[data-row]')
  if (!row) throw new Error('it is not in the list')
  expect(within(row).getByRole('link', { name: 'ONB-142' })).toBeTruthy()
  expect(within(row).getByText('Portugal')).toBeTruthy()
  expect(view.getByRole('button', { name: /^Not started/ })).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: texts.chooseColumns }))
  fireEvent.click(await view.findByRole('menuitemcheckbox', { name: 'Country' }))
  await waitFor(() => expect(view.queryByText('Portugal')).toBeNull())
})

test('what was not started says why, and where it is repaired', async () => {
  const view = openSubmissions({ [RESPONSES]: three, [TRIGGERS]: { body: { data: [] } } })
  expect((await view.findByText(texts.trouble.title(1))).closest('[role=alert]')?.textContent).toContain(
    'The workflow is archived. The response is safe.',
  )
  fireEvent.click(view.getByRole('button', { name: texts.trouble.fix }))
  expect(await view.findByRole('dialog', { name: 'Triggers' })).toBeTruthy()
})

test('a response opens beside the list, with its answers by page', async () => {
  const view = openSubmissions({ [RESPONSES]: three, [`GET ${at(meridian)}`]: wholeResponse(meridian) })
  fireEvent.click(await view.findByRole('link', { name: /^Meridian Foods Ltd/ }))
  const panel = await view.findByRole('complementary', { name: meridian.receipt })
  expect(await within(panel).findByRole('region', { name: 'Your company' })).toBeTruthy()
  expect(panel.textContent).toContain('7 minutes, on a phone')
  expect(within(panel).getByRole('link', { name: texts.panel.open('ONB-142') })).toBeTruthy()
})

test('a file stands at the question it answers, once, and opens from there', async () => {
  const file = {
    id: DocumentId.parse(id(900)),
    element: 'att-1',
    name: 'Lease.pdf',
    size: 2_048,
    state: 'clean' as const,
  }
  const fields = [{ id: 'att-1', label: 'Papers', type: 'file', value: [file.id] }]
  const view = openSubmissions({
    [RESPONSES]: three,
    [`GET ${at(meridian)}`]: wholeResponse(meridian, { pages: [{ title: 'Documents', fields }], files: [file] }),
  })
  fireEvent.click(await view.findByRole('link', { name: /^Meridian Foods Ltd/ }))
  const panel = within(await view.findByRole('complementary', { name: meridian.receipt }))
  expect(await panel.findAllByText('Lease.pdf')).toHaveLength(1)
  expect(within(panel.getByRole('region', { name: 'Documents' })).getByRole('link', { name: 'Lease.pdf' })).toBeTruthy()
  expect(panel.queryByRole('region', { name: texts.panel.files })).toBeNull()
})

test('a held response says why, and is released by somebody who has looked', async () => {
  const released = response(145, 'asdf asdf')
  const view = openSubmissions(
    {
      [RESPONSES]: three,
      [`GET ${at(robot)}`]: wholeResponse(robot, { held_because: ['honeypot'] }),
      [`POST ${at(robot, 'release/')}`]: wholeResponse(released),
    },
    `?response=${robot.id}`,
  )
  expect(await view.findByText(texts.held.signs.honeypot)).toBeTruthy()
  view.server.change(`GET ${at(robot)}`, wholeResponse(released))
  // The form starts nothing, so nothing is promised to start.
  const release = view.getByRole('button', { name: texts.panel.keep })
  release.focus()
  fireEvent.click(release)
  await waitFor(() => expect(view.said()).toContain(texts.acts.released(robot.receipt)))
  expect(await view.findByRole('link', { name: texts.panel.open('ONB-145') })).toBeTruthy()
  expect(document.activeElement).toBe(view.getByRole('complementary', { name: released.receipt }))
})

test('a retry that changes nothing says so', async () => {
  const view = openSubmissions(
    {
      [RESPONSES]: three,
      [`GET ${at(castell)}`]: wholeResponse(castell),
      [`POST ${at(castell, 'retry/')}`]: wholeResponse(castell),
    },
    `?response=${castell.id}`,
  )
  fireEvent.click(await view.findByRole('button', { name: texts.panel.retry }))
  await waitFor(() => expect(view.said()).toContain(texts.acts.stillRefused(castell.receipt)))
})

test('a viewer reads and exports, and is offered nothing else', async () => {
  const view = openSubmissions(
    { [RESPONSES]: three, [`GET ${at(castell)}`]: wholeResponse(castell) },
    `?response=${castell.id}`,
    'viewer',
  )
  expect(await view.findByText(texts.panel.notStarted('Client Onboarding'))).toBeTruthy()
  expect(view.queryByRole('button', { name: texts.panel.retry })).toBeNull()
  expect(view.queryByRole('button', { name: texts.triggers })).toBeNull()
})

test('the list, the form and the response each say when they could not be loaded', async () => {
  const broken = refusal(500, 'internal', 'Something went wrong on our side.')
  const list = openSubmissions({ [RESPONSES]: broken })
  expect(await list.findByText(texts.loadFailed)).toBeTruthy()
  list.unmount()
  const noForm = openSubmissions({ [`GET /v1/forms/${FORM}/`]: broken })
  expect(await noForm.findByText(texts.formFailed)).toBeTruthy()
  noForm.unmount()
  const gone = openSubmissions(
    { [RESPONSES]: three, [`GET ${at(robot)}`]: refusal(404, 'not_found', 'This response was not found') },
    `?response=${robot.id}`,
  )
  expect(await gone.findByText(texts.panel.gone)).toBeTruthy()
})

test('without a response it says how to get some', async () => {
  const view = openSubmissions({ [RESPONSES]: responses([]) })
  expect(await view.findByText(texts.empty.title)).toBeTruthy()
})
