import { fireEvent, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { spec, texts } from '../instances.texts.ts'
import {
  form,
  instance,
  OF_WORKFLOW,
  ofWorkflow,
  openInstances,
  START_FORM,
  WORKFLOW,
} from '../testing/open-instances.tsx'

beforeAll(async () => void (await import('../start/start-panel.tsx')), 60_000)

const ADDRESS = `/workflows/${WORKFLOW}/instances`
const meridian = instance(142, 'Meridian Foods Ltd')
const both = {
  [START_FORM]: form(),
  [OF_WORKFLOW]: ofWorkflow([instance(146, 'Osprey Energy', { status: 'pending' }), meridian]),
}
const DETAIL = `GET /v1/instances/${meridian.id}/`

test('the heading is the workflow’s name; tabs count what is in each state', async () => {
  const view = openInstances(ADDRESS, {
    ...both,
    [`GET /v1/workflows/${WORKFLOW}/instances/?status=completed&sort=newest&limit=50`]: ofWorkflow([
      instance(140, 'Larkfield Group', { status: 'completed' }),
    ]),
  })
  expect(await view.findByRole('heading', { level: 1, name: 'Client Onboarding' })).toBeTruthy()
  expect(view.getByText('version 4')).toBeTruthy()
  await view.findByRole('link', { name: 'Meridian Foods Ltd' })
  expect(view.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'All24',
    'Pending1',
    'In Progress4',
    'Completed19',
  ])
  fireEvent.click(view.getByRole('tab', { name: /Completed/ }))
  expect(await view.findByRole('link', { name: 'Larkfield Group' })).toBeTruthy()
  await waitFor(() => expect(view.address()).toBe(`${ADDRESS}?tab=completed`))
})

test('a row opens to show its steps; if they do not come it says so and tries again', async () => {
  const view = openInstances(ADDRESS, { ...both, [DETAIL]: { status: 500, body: {} } })
  const button = await view.findByRole('button', { name: texts.stepsOf('Meridian Foods Ltd') })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  const steps = within(view.getByRole('region', { name: texts.stepsOf('Meridian Foods Ltd') }))
  expect((await steps.findByRole('alert')).textContent).toContain(spec.oneFailed)
  fireEvent.click(steps.getByRole('button', { name: texts.retry }))
  await waitFor(() => expect(view.server.sent(DETAIL)).toHaveLength(2))
  expect(steps.getByRole('link', { name: texts.viewDetailsOf('Meridian Foods Ltd') }).getAttribute('href')).toBe(
    `/instances/${meridian.id}`,
  )
})

test('deleting goes through the confirmation', async () => {
  const call = `DELETE /v1/instances/${meridian.id}/`
  const view = openInstances(ADDRESS, { ...both, [call]: { status: 500, body: {} } })
  fireEvent.click(await view.findByRole('button', { name: texts.moreFor('Meridian Foods Ltd') }))
  fireEvent.click(await view.findByRole('menuitem', { name: 'Delete Instance' }))
  const dialog = within(await view.findByRole('alertdialog', { name: 'Delete Instance' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete Instance' }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Failed to delete instance. Please try again.'))
})

test('a workflow that is not there says so', async () => {
  const view = openInstances(ADDRESS, {})
  expect(await view.findByText('Workflow not found')).toBeTruthy()
  expect(view.getByRole('link', { name: texts.empty.allWorkflows }).getAttribute('href')).toBe('/workflows')
})

test('a list that does not come says so; none at all offers the first', async () => {
  const view = openInstances(ADDRESS, { ...both, [OF_WORKFLOW]: { status: 500, body: {} } })
  expect((await view.findByRole('alert')).textContent).toContain('Failed to load instances')
  view.server.change(OF_WORKFLOW, ofWorkflow([], { all: 0 }))
  fireEvent.click(view.getByRole('button', { name: 'Try Again' }))
  expect(await view.findByText('No instances found')).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: 'Add Instance' }))
  expect(await view.findByRole('complementary', { name: 'Add Instance' })).toBeTruthy()
  expect(view.address()).toBe(`${ADDRESS}?panel=add`)
})

test('whoever may not start sees no button for it', async () => {
  const view = openInstances(`${ADDRESS}?panel=add`, both, 'viewer')
  await view.findByRole('link', { name: 'Meridian Foods Ltd' })
  expect(view.queryByRole('button', { name: /Add Instance/ })).toBeNull()
  expect(view.queryByRole('complementary')).toBeNull()
})
