import { createRootRoute, createRoute } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { Explanation } from '@throughline/contracts/copilot'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { ExplainDialog } from './explain-dialog.tsx'
import { texts as whyTexts } from './why.texts.ts'

const texts = whyTexts.explanation
const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const EXPLAIN = 'POST /v1/agents/explain/'

const explanation = (more: object = {}) =>
  Explanation.parse({
    drafter: 'model',
    model: { name: 'mistral-small', host: 'models.example.com' },
    note: null,
    took: 2_400,
    title: 'The bank didn’t respond in time',
    happened: 'It was tried five times.',
    why: 'The bank is slow.',
    to_do: 'Retry.',
    workflow_id: id(9),
    change: {
      id: 'c1',
      quote: '',
      is_guess: true,
      needs: [],
      edits: [{ op: 'change_step', step: 'pay', set: { timeout: '180s' } }],
      changes: [
        {
          kind: 'changed',
          what: 'setting',
          class: 'time',
          step: 'pay',
          path: '/steps/pay/timeout',
          before: '60s',
          after: '180s',
        },
      ],
    },
    saw: {
      step: { name: 'Pay' },
      attempts: [{ at: '2026-11-01T10:00:00Z', took: 60_000, problem: 'No response for •••' }],
    },
    ...more,
  })

function open(answer: Parameters<typeof serve>[0][string]) {
  const server = serve({ 'GET /v1/auth/me/': { body: person({}) }, [EXPLAIN]: answer })
  const root = createRootRoute()
  const page = () => <ExplainDialog instanceId={id(1)} step="pay" onClose={() => undefined} />
  openRoutes(
    root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: page })]),
    '/',
    () => undefined,
  )
  return server
}

test('says what happened, why and what to do, who says it, and what the model saw', async () => {
  const server = open({ body: explanation() })
  expect(await screen.findByRole('dialog', { name: 'The bank didn’t respond in time' })).toBeTruthy()
  for (const text of [
    'It was tried five times.',
    'The bank is slow.',
    'Retry.',
    texts.byModel('mistral-small', 'models.example.com'),
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('60s').tagName).toBe('DEL')
  expect(screen.getByText(texts.saw)).toBeTruthy()
  expect(screen.getByText(/1 m: No response for •••/)).toBeTruthy()
  expect(screen.getByRole('link', { name: texts.show }).getAttribute('href')).toBe(
    `/workflow-builder/${id(9)}?mode=copilot`,
  )
  expect(server.sent(EXPLAIN)).toEqual([{ instance_id: id(1), step: 'pay' }])
})

test('without a change there is nothing to show on the canvas; a model that is away is named', async () => {
  open({ body: explanation({ drafter: 'rules', note: 'The model is busy.', change: null, took: null }) })
  expect(await screen.findByText(texts.away('mistral-small', 'The model is busy.'))).toBeTruthy()
  expect(screen.getByText(texts.byRules)).toBeTruthy()
  expect(screen.queryByRole('link', { name: texts.show })).toBeNull()
})

test('what cannot be explained says why', async () => {
  open(refusal(422, 'invalid_request', 'This step hasn’t failed, so there’s nothing to explain.'))
  expect(await screen.findByText(texts.failed)).toBeTruthy()
  expect(screen.getByText('This step hasn’t failed, so there’s nothing to explain.')).toBeTruthy()
})
