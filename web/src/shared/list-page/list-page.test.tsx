import { onlineManager, QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { pressPageKey } from '../../ui/page-keys.ts'
import { uiTexts } from '../../ui/ui.texts.ts'
import { texts } from './list.texts.ts'
import { ListEmpty, ListPage } from './list-page.tsx'
import { ListEnd, ListTable } from './list-table.tsx'
import { useList } from './use-list.ts'
import { useListRows } from './use-list-rows.ts'

type Row = { id: string; name: string }
type Page = { data: Row[]; next: number | undefined }
type Read = (page: number) => Promise<Page>

const rows = (...names: string[]): Row[] => names.map((name) => ({ id: name, name }))
const columns = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }: Row) => (
      <button data-main type="button">
        {name}
      </button>
    ),
  },
]

function Things({ read, peeks }: { read: Read; peeks: boolean }) {
  const [open, setOpen] = useState<string>()
  const query = useInfiniteQuery({
    queryKey: ['things'],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ next }: Page) => next,
    retry: false,
  })
  const list = useList(useListRows(query), {
    selectable: true,
    current: open,
    onFollow: setOpen,
    onPeek: peeks ? setOpen : undefined,
  })
  return (
    <ListPage
      list={list}
      texts={{ label: 'Things', loading: 'Loading things...', failed: 'No things' }}
      header={<h1>Things</h1>}
      empty={<ListEmpty icon={Inbox} title="Nothing" />}
      panel={open && <aside>{`${open} is open`}</aside>}
    >
      <ListTable list={list} caption="Things" columns={columns} name={({ name }) => name} />
      <ListEnd list={list} />
    </ListPage>
  )
}

const openThings = (read: Read, peeks = true) => {
  const queries = new QueryClient()
  render(<QueryClientProvider client={queries}>{<Things read={read} peeks={peeks} />}</QueryClientProvider>)
  return queries
}
const whole =
  (...names: string[]): Read =>
  async () => ({ data: rows(...names), next: undefined })
const key = (name: string) => act(() => void pressPageKey(name))
const press = (name: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more })
const focused = () => document.activeElement?.textContent
const selected = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /Select row/ })
    .flatMap(({ checked }, at) => (checked ? [at + 1] : []))

test('J, K and the arrows move, X selects, Shift selects a range, ⌘A all, Escape none', async () => {
  openThings(whole('one', 'two', 'three', 'four'))
  await screen.findByRole('button', { name: 'one' })
  key('j')
  key('j')
  expect(focused()).toBe('two')
  key('k')
  press('ArrowDown')
  expect(focused()).toBe('two')
  key('x')
  expect(selected()).toEqual([2])
  press('ArrowDown', { shiftKey: true })
  expect(selected()).toEqual([2, 3])
  key('j')
  press('X', { shiftKey: true })
  expect(selected()).toEqual([2, 3, 4])
  press('a', { ctrlKey: true })
  expect(selected()).toEqual([1, 2, 3, 4])
  key('Escape')
  expect(selected()).toEqual([])
})

test('a row in focus that leaves the list hands the focus to the one in its place', async () => {
  const read = vi.fn<Read>(whole('one', 'two', 'three'))
  const queries = openThings(read)
  const row = await screen.findByRole('button', { name: 'two' })
  row.focus()
  read.mockImplementation(whole('one', 'three'))
  await act(() => queries.invalidateQueries())
  await waitFor(() => expect(focused()).toBe('three'))
  read.mockImplementation(whole('one'))
  await act(() => queries.invalidateQueries())
  await waitFor(() => expect(focused()).toBe('one'))
})

test('Space shows the row in focus, and what is open follows the keys', async () => {
  openThings(whole('one', 'two'))
  await screen.findByRole('button', { name: 'one' })
  key('j')
  press(' ')
  expect(screen.getByText('one is open')).toBeTruthy()
  key('j')
  expect(screen.getByText('two is open')).toBeTruthy()
  expect(focused()).toBe('two')
  key('j')
  expect(screen.getByText('two is open')).toBeTruthy()
})

test('keys of other controls in a row stay theirs', async () => {
  openThings(whole('one'), false)
  const row = await screen.findByRole('button', { name: 'one' })
  row.focus()
  expect(press(' ')).toBe(true)
  const box = screen.getByRole('checkbox', { name: 'Select row: one' })
  box.focus()
  expect(press(' ')).toBe(true)
})

test('a list says that it is loading, that it failed and why, and that there is nothing', async () => {
  const read = vi
    .fn<Read>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue({ data: [], next: undefined })
  openThings(read)
  expect(screen.getByText('Loading things...')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('The server couldn’t be reached.')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect((await screen.findByRole('status')).textContent).toBe('Nothing')
})

test('offline, a list that was never loaded says so instead of loading for ever', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
  try {
    openThings(async () => ({ data: rows('one'), next: undefined }))
    expect(await screen.findByText(uiTexts.notLoadedOffline)).toBeTruthy()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    act(() => onlineManager.setOnline(true))
    expect(await screen.findByText('one')).toBeTruthy()
  } finally {
    onlineManager.setOnline(true)
  }
})

test('rows that could not be refreshed stay, under a banner that can try again', async () => {
  const read = vi.fn<Read>(whole('one'))
  const queries = openThings(read)
  await screen.findByRole('button', { name: 'one' })
  read.mockRejectedValueOnce(new TypeError('offline'))
  await act(() => queries.invalidateQueries())
  expect(await screen.findByText(texts.notRefreshed)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'one' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: texts.retry }))
  await waitFor(() => expect(screen.queryByText(texts.notRefreshed)).toBeNull())
})

test('a page that did not come is asked for again on request, not without end', async () => {
  const read = vi.fn<Read>(async (page) => {
    if (page === 1) throw new TypeError('offline')
    return { data: rows('one'), next: 1 }
  })
  openThings(read)
  expect(await screen.findByText(texts.moreFailed)).toBeTruthy()
  expect(read).toHaveBeenCalledTimes(2)
  read.mockResolvedValue({ data: rows('two'), next: undefined })
  fireEvent.click(screen.getByRole('button', { name: texts.retry }))
  expect(await screen.findByRole('button', { name: 'two' })).toBeTruthy()
})
