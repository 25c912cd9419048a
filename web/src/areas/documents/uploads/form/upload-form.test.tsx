import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../../shared/testing/open-routes.tsx'
import { person } from '../../../../shared/testing/person.ts'
import { row } from '../../../tasks/testing/sample-tasks.ts'
import { card, page as workflowPage } from '../../../workflows/testing/sample-workflows.ts'
import { useUpload } from '../../parts/use-upload.ts'
import { door, useDoor } from '../uploads-door.ts'
import { UploadForm } from './upload-form.tsx'

const engine = vi.hoisted(() => ({ open: vi.fn(), add: vi.fn() }))
vi.mock('../../../../shared/uploads/engine/uploads.ts', () => ({ uploads: engine }))

beforeEach(door.sleep)

const visit = card(1, 'Client visit')
const page = (data: object[]) => ({ body: { data, pagination: { next_cursor: null } } })

function Page() {
  const { form } = useDoor()
  const { open } = useUpload()
  return (
    <>
      <button type="button" onClick={() => open()}>
        begin
      </button>
      {form && <UploadForm key={form.id} wish={form} open />}
    </>
  )
}

async function open() {
  const workflows = workflowPage([visit])
  const tasks = page([row(1, 'Plan the visit')])
  serve({
    'GET /v1/auth/me/': { body: person({}) },
    'GET /v1/workflows/?status=active&sort=name&limit=50': workflows,
    'GET /v1/workflows/?status=active&sort=name&search=Clie&limit=50': workflows,
    'GET /v1/tasks/?status=pending_only&limit=50': tasks,
    [`GET /v1/tasks/?workflow=${visit.id}&status=pending_only&limit=50`]: tasks,
  })
  const root = createRootRoute()
  openRoutes(
    root.addChildren([createRoute({ getParentRoute: () => root, path: '$', component: Page })]),
    '/',
    () => undefined,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'begin' }))
  return within(await screen.findByRole('dialog', { name: 'Upload documents' }))
}

test('files go up with what the form says about them', async () => {
  const form = await open()
  const file = new File(['x'], 'a.txt')
  fireEvent.change(form.getByLabelText('Drop files here or choose them'), { target: { files: [file] } })
  const field = form.getByRole('combobox', { name: 'Workflow' })
  fireEvent.mouseDown(field)
  fireEvent.click(field)
  fireEvent.change(field, { target: { value: 'Clie' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Client visit' }))
  await waitFor(() => expect(field).toHaveProperty('value', 'Client visit'))
  fireEvent.change(form.getByRole('textbox', { name: /Description/ }), { target: { value: ' By hand ' } })
  fireEvent.click(form.getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(engine.add).toHaveBeenCalled())
  expect(engine.add.mock.calls[0]).toEqual([
    [{ file }],
    { kind: 'document', workflowId: visit.id, label: 'Client visit', category: 'other', description: 'By hand' },
  ])
})

test('without a file it says so and stays', async () => {
  const form = await open()
  fireEvent.click(form.getByRole('button', { name: 'Upload' }))
  expect(form.getByText('Choose a file first.')).toBeTruthy()
})
