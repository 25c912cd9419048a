import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../ui/page-keys.ts'
import {
  ALL,
  answerOf,
  fileHit,
  instanceHit,
  openSearch,
  otherHit,
  searchPath,
  taskHit,
  workflowHit,
} from './testing/open-search.tsx'

afterEach(() => localStorage.clear())

const agree = taskHit(1, 'Agree fee schedule', {
  name_ranges: [[6, 18]],
  match: { source: 'comment', label: 'Jonas Weber', text: 'see the fee schedule in annex 2', ranges: [[8, 20]] },
})

const whole = answerOf({
  tasks: [agree],
  instances: [instanceHit(2, 'Meridian Foods Ltd')],
  workflows: [workflowHit(3, 'Client Onboarding')],
  files: [fileHit(4, 'Fee schedule.pdf')],
  more: [otherHit(5, 'client', 'Client', 'Meridian Foods', '/all-instances?client=x')],
  counts: { tasks: 12 },
})
const hits = (q: string, ids: string[], data: object[]) => ({
  [`GET /v1/search/hits/?${new URLSearchParams({ q, ids: ids.join(',') })}`]: {
    body: { data, partial: false },
  },
})
const text = {
  id: fileHit(4, '').id,
  page: 5,
  page_count: 6,
  pages: [
    { page: 5, count: 1 },
    { page: 6, count: 2 },
  ],
  is_scan: true,
  text: 'Appendix B: fee schedule.',
  ranges: [[12, 24]],
}

test('nothing typed: the prompt, how a search is narrowed, and no call', async () => {
  const { findByText, getByText, server } = openSearch('/search')
  await findByText('Enter a search term to find tasks, files, and more')
  expect(getByText('is:open')).toBeTruthy()
  expect(server.sent(searchPath('', ALL))).toHaveLength(0)
})

test('each kind has its group, with what matched marked and where', async () => {
  const view = openSearch('/search?q=fee+schedule', {
    [searchPath('fee schedule', ALL)]: whole,
    ...hits('fee schedule', [text.id], [text]),
  })
  const tasks = await view.findByRole('region', { name: 'Tasks' })
  expect(within(tasks).getByRole('link', { name: /Agree fee schedule/ })).toBeTruthy()
  expect(within(tasks).getByText('Comment, Jonas Weber:')).toBeTruthy()
  expect([...tasks.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['fee schedule', 'fee schedule'])
  expect(within(tasks).getByRole('link', { name: 'Show all 12' })).toBeTruthy()
  const files = view.getByRole('region', { name: 'Files' })
  await within(files).findByText('Page 5 of 6')
  expect(within(files).getByText('and 1 more')).toBeTruthy()
  expect(within(files).getByText('read from a scan')).toBeTruthy()
  expect(view.getByRole('tab', { name: /^All\s*16$/ })).toBeTruthy()
  expect(view.getByRole('link', { name: 'Meridian Foods' }).getAttribute('href')).toBe('/all-instances?client=x')
})

test('a chip is a typed filter; removing it edits the search', async () => {
  const q = 'letter type:pdf from:"Jonas Weber"'
  const view = openSearch(`/search?q=${encodeURIComponent(q)}`, {
    [searchPath(q, ALL)]: answerOf({ files: [fileHit(4, 'Letter.pdf')] }),
    [searchPath('letter from:"Jonas Weber"', ALL)]: answerOf({}),
  })
  const chips = await view.findByRole('list', { name: 'Filters' })
  expect(
    within(chips)
      .getAllByRole('listitem')
      .map((chip) => chip.textContent),
  ).toEqual(['typepdf', 'fromJonas Weber'])
  fireEvent.click(view.getByRole('link', { name: 'Remove filter: type pdf' }))
  await waitFor(() => expect(view.router.state.location.search).toMatchObject({ q: 'letter from:"Jonas Weber"' }))
})

test('nothing found offers another spelling and the search without its filters', async () => {
  const q = 'meridain is:open'
  const view = openSearch(`/search?q=${encodeURIComponent(q)}`, {
    [searchPath(q, ALL)]: answerOf({ suggestions: ['meridian is:open'] }),
    [searchPath('meridian is:open', '&limit=1')]: answerOf({ tasks: [agree] }),
    [searchPath('meridain', '&limit=1')]: answerOf({}),
  })
  await view.findByText('No results found for "meridain"')
  await view.findByRole('link', { name: /^Did you mean meridian is:open\?\s*1 result$/ })
  fireEvent.click(view.getByRole('link', { name: /^Search without is:open/ }))
  await waitFor(() => expect(view.router.state.location.search).toEqual({ q: 'meridain' }))
})

test('what was left out or only half done is said', async () => {
  const q = 'fee client:nobody'
  const view = openSearch(`/search?q=${encodeURIComponent(q)}`, {
    [searchPath(q, ALL)]: answerOf({ tasks: [agree], partial: true, ignored: ['client:nobody'] }),
  })
  await view.findByText('Only the newest items were searched. Add a word to search everything.')
  expect(view.getByText('client:nobody isn’t recognized, so it was ignored.')).toBeTruthy()
  expect(view.queryByRole('list', { name: 'Filters' })).toBeNull()
})

test('a search that fails says so, offers files of this device, and is tried again', async () => {
  const view = openSearch(
    '/search?q=fee',
    { [searchPath('fee', ALL)]: refusal(500, 'internal', 'Something went wrong on our side.') },
    [{ id: fileHit(4, '').id, name: 'Fee schedule.pdf', type: 'application/pdf' }],
  )
  await view.findByText('Failed to perform search', {}, { timeout: 5000 })
  expect(view.getByRole('link', { name: 'Fee schedule.pdf' })).toBeTruthy()
  view.server.change(searchPath('fee', ALL), whole)
  fireEvent.click(view.getByRole('button', { name: 'Try Again' }))
  await view.findByRole('region', { name: 'Tasks' })
})

test('a tab shows one kind page by page', async () => {
  const view = openSearch('/search?q=fee&tab=instances', {
    [searchPath('fee', ALL)]: whole,
    [searchPath('fee', '&kind=instances&limit=20')]: answerOf({ instances: [instanceHit(2, 'Meridian')] }, 'next'),
    [searchPath('fee', '&kind=instances&limit=20&cursor=next')]: answerOf({ instances: [instanceHit(6, 'Osprey')] }),
  })
  fireEvent.click(await view.findByRole('button', { name: 'Show more' }))
  await view.findByRole('link', { name: 'Osprey' })
  expect(view.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('newest first is chosen for all kinds and kept in the address', async () => {
  const view = openSearch('/search?q=fee', {
    [searchPath('fee', ALL)]: whole,
    [searchPath('fee', '&sort=newest&limit=5')]: answerOf({ tasks: [taskHit(9, 'Fee of yesterday')] }),
  })
  fireEvent.click(await view.findByRole('radio', { name: 'Newest' }))
  await view.findByRole('link', { name: /Fee of yesterday/ })
  expect(view.router.state.location.search).toEqual({ q: 'fee', sort: 'newest' })
})

test('the answer to other words is not counted as the answer to these', async () => {
  const view = openSearch('/search?q=fee', { [searchPath('fee', ALL)]: whole, [searchPath('letter', ALL)]: 'silent' })
  await view.findByText('16 results')
  await act(() => view.router.navigate({ href: '/search?q=letter' }))
  await view.findByRole('heading', { name: 'Results for “letter”' })
  expect(view.queryByText('16 results')).toBeNull()
  await view.findByText('Searching...')
  expect(view.queryByRole('link', { name: /Agree fee schedule/ })).toBeNull()
})

test('arrows and J, K lead through results of all kinds, figures to the tabs', async () => {
  const view = openSearch('/search?q=fee', {
    [searchPath('fee', ALL)]: whole,
    [searchPath('fee', '&kind=files&limit=20')]: answerOf({ files: [fileHit(4, 'Fee schedule.pdf')] }),
  })
  const link = await view.findByRole('link', { name: /Agree fee schedule/ })
  act(() => void pressPageKey('j'))
  expect(document.activeElement).toBe(link)
  fireEvent.keyDown(link, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toBe('Meridian Foods Ltd')
  act(() => void pressPageKey('k'))
  expect(document.activeElement).toBe(link)
  act(() => void pressPageKey('5'))
  await waitFor(() => expect(view.router.state.location.search).toMatchObject({ tab: 'files' }))
})

test('the space bar looks at a file or a task over the results', async () => {
  const view = openSearch('/search?q=fee', { [searchPath('fee', ALL)]: whole, ...hits('fee', [text.id], [text]) })
  const link = await view.findByRole('link', { name: /Fee schedule.pdf/ })
  link.focus()
  fireEvent.keyDown(link, { key: ' ' })
  await waitFor(() => expect(view.router.state.location.search).toMatchObject({ file: text.id }))
})

test('searches are remembered in this browser, newest first', async () => {
  const view = openSearch('/search?q=fee', { [searchPath('fee', ALL)]: whole, [searchPath('letter', ALL)]: whole })
  await view.findByRole('region', { name: 'Tasks' })
  await act(() => view.router.navigate({ href: '/search?q=letter' }))
  await view.findByRole('heading', { name: /letter/ })
  await waitFor(() => expect(localStorage.getItem('tl.searches')).toBe('letter\nfee'))
  await act(() => view.router.navigate({ href: '/search' }))
  const recent = await view.findByRole('region', { name: 'Recent searches' })
  expect(
    within(recent)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['letter', 'fee'])
  fireEvent.click(within(recent).getByRole('button', { name: 'Remove letter' }))
  expect(document.activeElement?.textContent).toBe('fee')
  expect(localStorage.getItem('tl.searches')).toBe('fee')
})
