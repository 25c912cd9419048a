import { QueryClient } from '@tanstack/react-query'
import type { MessageId } from '@throughline/contracts/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../../../shared/testing/fake-server.ts'
import { person } from '../../../shared/testing/person.ts'
import { freshQuery, messageQuery } from '../inbox.api.ts'
import { COUNTS, counts } from '../testing/open-inbox.tsx'
import { message, opened } from '../testing/sample-messages.ts'
import { followMessages } from './follow-messages.ts'

/** What the system was asked to show, and what a press of it does. */
const shown: { title: string; body: string; press: () => void }[] = []

class FakeNotification {
  static permission = 'granted'
  readonly words: { title: string; body: string }
  constructor(title: string, { body }: { body: string }) {
    this.words = { title, body }
  }
  addEventListener(_: string, press: () => void) {
    shown.push({ ...this.words, press })
  }
  close() {}
}

beforeEach(() => {
  vi.stubGlobal('Notification', FakeNotification)
  localStorage.setItem('tl.desktop-notices', '1')
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  vi.spyOn(window, 'focus').mockReturnValue(undefined)
})

afterEach(() => {
  shown.length = 0
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function follow() {
  const server = serve({ [COUNTS]: counts({ unread: 3 }) })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const unread: number[] = []
  const open: MessageId[] = []
  let push: (pushed: unknown) => void = () => undefined
  const stop = followMessages(queries, {
    memberId: person().member_id,
    onNotification: (listener) => {
      push = listener
      return () => undefined
    },
    onUnread: (count) => unread.push(count),
    onOpen: (id) => open.push(id),
  })
  return { server, queries, unread, open, stop, push: (pushed: unknown) => push(pushed) }
}

test('a message that is pushed is new, and the counts are asked for once for many', async () => {
  const page = follow()
  await vi.waitFor(() => expect(page.unread.at(-1)).toBe(3))
  const before = page.server.sent(COUNTS).length
  for (const one of [message(1, 'One'), message(2, 'Two'), message(3, 'Three')]) page.push({ ...one, desktop: false })
  expect(page.queries.getQueryData(freshQuery.queryKey)).toHaveLength(3)
  await vi.waitFor(() => expect(page.server.sent(COUNTS)).toHaveLength(before + 1))
  expect(shown).toEqual([])
  page.stop()
  expect(page.unread.at(-1)).toBe(0)
})

test('what is known already and what was read elsewhere is brought up to date, and is not new', () => {
  const page = follow()
  const known = message(1, 'One')
  page.queries.setQueryData(messageQuery(known.id).queryKey, opened(known))
  page.push({ ...known, read: true, desktop: true })
  expect(page.queries.getQueryData(freshQuery.queryKey) ?? []).toEqual([])
  expect(shown).toEqual([])
  page.push({ something: 'else' })
  page.push(null)
  page.stop()
})

test('it is shown outside the page as text, markup and all, and a press opens it', () => {
  const page = follow()
  const sender = { id: message(1, 'x').id, name: '<b>Eve</b>\u202E', avatar: null }
  const hostile = { ...message(1, '<img src=x onerror=alert(1)>'), sender, description: '<script>1</script>' }
  page.push({ ...hostile, desktop: true })
  expect(shown).toMatchObject([{ title: '<b>Eve</b>: <img src=x onerror=alert(1)>', body: '<script>1</script>' }])
  expect(document.body.innerHTML).not.toContain('<img')
  shown[0]?.press()
  expect(page.open).toEqual([hostile.id])
  page.stop()
})

test('nothing is shown outside a page that is looked at', () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const page = follow()
  page.push({ ...message(1, 'One'), desktop: true })
  expect(shown).toEqual([])
  page.stop()
})
