import { fireEvent, render, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { api } from '../../shared/api.ts'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { connectToasts } from '../../ui/toast.ts'
import { FeedbackScreen } from './feedback.screen.tsx'
import { texts } from './feedback.texts.ts'

const CALL = 'POST /v1/users/feedback/'
const sent = { status: 201, body: { status: 'ok' } }

beforeEach(() => api.forgetCsrf())

function open() {
  const toasts: string[] = []
  connectToasts({ show: ({ title }) => toasts.push(title), close: () => undefined })
  const page = render(<FeedbackScreen />)
  const rate = (question: string, stars: number) =>
    fireEvent.click(within(page.getByRole('group', { name: question })).getByLabelText(`${stars} stars`))
  const send = () => fireEvent.click(page.getByRole('button', { name: texts.send }))
  return { ...page, toasts, rate, send }
}

test('nothing is required', async () => {
  const server = serve({ [CALL]: sent })
  const page = open()
  page.send()
  const thanks = await page.findByRole('heading', { name: texts.thanks })
  expect(document.activeElement).toBe(thanks)
  const unanswered = { rating: null, ease_of_use: null, recommendation: null, usefulness: null }
  expect(server.sent(CALL)).toEqual([{ feedback_type: 'general_request', feedback: '', ...unanswered }])
})

test('answers are sent; more can be sent afterwards, from the start', async () => {
  const server = serve({ [CALL]: sent })
  const page = open()
  page.rate(texts.questions.rating, 4)
  page.rate(texts.questions.usefulness, 5)
  fireEvent.change(page.getByLabelText(texts.feedback), { target: { value: 'More keys' } })
  page.send()
  fireEvent.click(await page.findByRole('button', { name: texts.sendMore }))
  expect(server.sent(CALL)).toMatchObject([{ rating: 4, ease_of_use: null, usefulness: 5, feedback: 'More keys' }])
  expect(page.getByLabelText(texts.feedback)).toHaveProperty('value', '')
  expect(page.container.querySelectorAll('input:checked')).toHaveLength(0)
})

test('a failure is said and the answers stay', async () => {
  serve({ [CALL]: refusal(500, 'internal', 'Trouble') })
  const page = open()
  page.rate(texts.questions.rating, 2)
  fireEvent.change(page.getByLabelText(texts.feedback), { target: { value: 'More keys' } })
  page.send()
  await waitFor(() => expect(page.toasts).toEqual([texts.failed]))
  expect(page.getByLabelText(texts.feedback)).toHaveProperty('value', 'More keys')
  expect(page.container.querySelectorAll('input:checked')).toHaveLength(1)
})
