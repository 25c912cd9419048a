import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { type Repair, repair, validate } from '@throughline/flow/compile'
import { manual, tool, workflow } from '@throughline/flow/testing/make'
import { expect, test, vi } from 'vitest'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { texts } from '../../integrations/parts/secrets.texts.ts'
import { StoreLiteral } from './store-literal.tsx'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const ADD = 'POST /v1/integrations/secrets/'
const doc = workflow(
  'sequential',
  tool('call', ['end'], {
    tool_id: 'http.request',
    input: { parameters: { url: 'https://api.bank.example/{{ now }}', headers: { Authorization: 'Bearer abc12345' } } },
  }),
  manual('end'),
)

test('a literal is stored with the host of its step, and only then replaced by its name', async () => {
  const [problem] = validate(doc).filter(({ code }) => code === 'secret_literal')
  if (!problem) throw new Error('the literal was not noticed')
  const stored = {
    id: id(1),
    name: 'bank',
    hosts: ['api.bank.example'],
    set_by: { id: id(2), name: 'Maya Okafor' },
    set_at: '2026-03-03T09:00:00Z',
    last_used_at: null,
    used_in: [],
    used_in_more: 0,
  }
  const server = serve({ [ADD]: { status: 201, body: { data: stored } } })
  const repairs: Repair[] = []
  const names: string[] = []
  const root = createRootRoute()
  const screen = () => (
    <StoreLiteral
      doc={doc}
      problem={problem}
      onRepair={(_, offer) => repairs.push(offer)}
      onStored={(name) => names.push(name)}
      onClose={vi.fn()}
    />
  )
  const page = openRoutes(
    root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: screen })]),
    '/',
    () => undefined,
  )
  const dialog = within(await page.findByRole('dialog', { name: texts.literal.title }))
  expect(repairs).toEqual([])
  fireEvent.change(dialog.getByLabelText(texts.form.name), { target: { value: 'bank' } })
  fireEvent.click(dialog.getByRole('button', { name: texts.form.save }))
  await waitFor(() => expect(names).toEqual(['bank']))
  expect(server.sent(ADD)).toMatchObject([{ name: 'bank', value: 'abc12345', hosts: ['api.bank.example'] }])
  const [made] = repairs
  if (!made) throw new Error('nothing was repaired')
  expect(repair(doc, made).steps.call).toMatchObject({
    input: { parameters: { headers: { Authorization: "Bearer {{ secret('bank') }}" } } },
  })
})
