import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { FEEDBACK, openAdmin } from '../testing/open-admin.tsx'
import { controlledFeedback, idOf } from '../testing/sample-admin.ts'
import { spec, texts } from './feedback.texts.ts'

const RESOLVE = `POST /v1/users/feedback/${idOf(31)}/`
const open = (answers: Parameters<typeof openAdmin>[0] = {}) => openAdmin({ address: '/home?tab=feedback', ...answers })
const mark = (page: ReturnType<typeof openAdmin>) => within(page.getByRole('article')).findByText(spec.resolved)
const served = (...data: object[]) => ({ [FEEDBACK]: { body: { data } } })

test('an entry says what kind it is, who wrote it, what, and four scores out of five', async () => {
  const page = open({ answers: served(controlledFeedback()) })
  const entry = within(await page.findByRole('article'))
  for (const words of ['Bug report', 'Lotte Vermeer, Kanaalbank Services', 'The button spins after a tunnel.', '3/5'])
    expect(entry.getByText(words)).toBeTruthy()
  expect(entry.getAllByText('4/5')).toHaveLength(2)
  expect(entry.getByRole('link', { name: texts.reply }).getAttribute('href')).toContain(
    'mailto:lotte%40kanaalbank.example',
  )
})

test('an entry is resolved at once and can be reopened', async () => {
  const page = open({
    answers: { ...served(controlledFeedback()), [RESOLVE]: { body: { id: idOf(31), resolved: true } } },
  })
  fireEvent.click(await page.findByRole('button', { name: spec.resolve }))
  expect(await mark(page)).toBeTruthy()
  expect(page.getByText(/by Ida Brandt$/)).toBeTruthy()
  fireEvent.click(await page.findByRole('button', { name: texts.reopen }))
  await waitFor(() => expect(page.server.sent(RESOLVE)).toEqual([{ resolved: true }, { resolved: false }]))
})

test('a status that could not be changed is put back, said, and offered again', async () => {
  const page = open({ answers: { ...served(controlledFeedback()), [RESOLVE]: 'unreachable' } })
  fireEvent.click(await page.findByRole('button', { name: spec.resolve }))
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([spec.notUpdated]))
  expect(within(page.getByRole('article')).queryByText(spec.resolved)).toBeNull()
  page.server.change(RESOLVE, { body: { id: idOf(31), resolved: true } })
  page.toasts[0]?.press?.()
  expect(await mark(page)).toBeTruthy()
})

test('feedback of an account that is gone has nobody to reply to', async () => {
  const page = open({ answers: served(controlledFeedback({ person: null, organization: null, feedback: '' })) })
  expect(await page.findByText(texts.somebody)).toBeTruthy()
  expect(page.getByText(texts.noText)).toBeTruthy()
  expect(page.queryByRole('link', { name: texts.reply })).toBeNull()
})

test('open or resolved feedback of one kind is shown; where there is none, the filters can be cleared', async () => {
  const OPEN_BUGS = 'GET /v1/users/feedback/?status=open&feedback_type=bug_report&limit=50'
  const page = open({
    answers: {
      ...served(controlledFeedback()),
      'GET /v1/users/feedback/?status=open&limit=50': { body: { data: [controlledFeedback()] } },
      [OPEN_BUGS]: { body: { data: [] } },
    },
  })
  await page.findByRole('article')
  const press = (group: string, name: string) =>
    fireEvent.click(within(page.getByRole('group', { name: group })).getByRole('button', { name }))
  press(texts.show, texts.states.open)
  press(texts.type, texts.types.bug_report)
  expect(await page.findByText(texts.noMatches)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.clearFilters }))
  expect(await page.findByRole('article')).toBeTruthy()
})

test('an empty list, one that loads and one that failed say so', async () => {
  const empty = open()
  expect(await empty.findByText(spec.empty)).toBeTruthy()
  empty.unmount()
  const loading = open({ answers: { [FEEDBACK]: 'silent' } })
  expect(await loading.findByText(texts.loading)).toBeTruthy()
  loading.unmount()
  const failed = open({ answers: { [FEEDBACK]: refusal(500, 'internal', 'no') } })
  expect(await failed.findByText(spec.failed)).toBeTruthy()
  failed.server.change(FEEDBACK, { body: { data: [controlledFeedback()] } })
  fireEvent.click(failed.getByRole('button', { name: 'Try Again' }))
  expect(await failed.findByRole('article')).toBeTruthy()
})
