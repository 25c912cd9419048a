import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { Comment } from '@throughline/contracts/comments'
import { builtinRole } from '@throughline/contracts/permissions'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { Comments } from './comments.tsx'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const LIST = `GET /v1/tasks/${id(9)}/comments/?limit=50`
const ADD = `POST /v1/tasks/${id(9)}/comments/`
const INSTANCE_LIST = `GET /v1/instances/${id(8)}/comments/?limit=50`
const INSTANCE_ADD = `POST /v1/instances/${id(8)}/comments/`

const somebody = (last: number, name: string) => ({ id: id(last), name, photo: null, username: name.toLowerCase() })
const comment = (last: number, content: string, more: object = {}): Comment =>
  Comment.parse({
    id: id(700 + last),
    content,
    author: 'Ana Sousa',
    user_name: 'Ana Sousa',
    person: somebody(30, 'Ana Sousa'),
    created_at: `2026-11-0${last}T09:00:00Z`,
    is_edited: false,
    mentions: [],
    outside: null,
    can_edit: false,
    ...more,
  })
const page = (...comments: Comment[]) => ({ body: { data: comments, pagination: { next_cursor: null } } })
const people = (search = '') => `GET /v1/instances/${id(8)}/people/${search && `?search=${search}`}`
const mentionable = {
  body: {
    data: [
      { ...somebody(31, 'Jonas Weber'), participant: true, member_id: id(31) },
      { ...somebody(32, 'Johan Vik'), participant: false, member_id: id(32) },
    ],
  },
}

const root = createRootRoute()
const show = (kind: 'task' | 'instance') => () => (
  <Comments subject={{ kind, id: kind === 'task' ? id(9) : id(8) }} instanceId={id(8)} />
)
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/task', component: show('task') }),
  createRoute({ getParentRoute: () => root, path: '/instance', component: show('instance') }),
])

function open(address: string, answers: Parameters<typeof serve>[0]) {
  const permissions = [...(builtinRole('member')?.permissions ?? [])]
  const server = serve({
    'GET /v1/auth/me/': { body: { ...person({ permissions }), id: crypto.randomUUID() } },
    ...answers,
  })
  const toasts: ToastMessage[] = []
  const { queries, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  return { ...screen, server, toasts, queries, box: () => screen.findByRole('textbox', { name: 'Write a comment' }) }
}

/** Types at the end, as a person does. */
const type = (box: HTMLElement, value: string) =>
  fireEvent.change(box, { target: { value, selectionStart: value.length } })

test('the newest stands last, with author, mention and whether it was edited', async () => {
  const view = open('/task', {
    [LIST]: page(
      comment(4, `Ask @[Jonas Weber](${id(31)}) first`, { is_edited: true }),
      comment(3, 'Started', { author: 'System', user_name: 'System', person: null }),
      comment(2, 'Blue, please.', {
        author: 'Brightline',
        user_name: 'Brightline',
        person: null,
        outside: { name: 'Brightline', address: 'billing@brightline.example', verified: false },
      }),
    ),
  })
  const rows = within(await view.findByRole('list', { name: 'Comments' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /Brightlinebilling@brightline\.exampleOutside your organization, not verified.*Blue, please\.$/,
    ),
    expect.stringMatching(/^S?System.*Started$/),
    expect.stringMatching(/Ana Sousa.*editedAsk @Jonas Weber first$/),
  ])
})

test('none yet, on a task and on an instance', async () => {
  const onTask = open('/task', { [LIST]: page() })
  expect(await onTask.findByText('No comments yet. Be the first to comment!')).toBeTruthy()
  onTask.unmount()
  const onInstance = open('/instance', { [INSTANCE_LIST]: page() })
  expect(await onInstance.findByText('No Comments Yet')).toBeTruthy()
  fireEvent.click(onInstance.getByRole('button', { name: 'Write a comment' }))
  expect(document.activeElement).toBe(await onInstance.box())
})

test('what could not be loaded can be asked for again', async () => {
  const view = open('/task', { [LIST]: 'unreachable' })
  expect((await view.findByRole('alert')).textContent).toContain('Failed to load comments. Please try again.')
  view.server.change(LIST, page(comment(1, 'Here')))
  fireEvent.click(view.getByRole('button', { name: 'Retry' }))
  expect(await view.findByText('Here')).toBeTruthy()
})

test('blank words are not sent; others show at once, and stay when the server has them', async () => {
  const view = open('/task', { [LIST]: page(), [ADD]: { status: 201, body: comment(5, 'Thanks') } })
  const box = await view.box()
  const send = view.getByRole('button', { name: 'Send comment' })
  type(box, '   ')
  expect(send.hasAttribute('disabled')).toBe(true)
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
  expect(view.server.sent(ADD)).toEqual([])
  type(box, 'Thanks')
  view.server.change(LIST, page(comment(5, 'Thanks')))
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
  expect(await view.findByText('Thanks')).toBeTruthy()
  expect(box).toHaveProperty('value', '')
  await waitFor(() => expect(view.queryByText('Sending…')).toBeNull())
  expect(view.server.sent(ADD)).toEqual([{ content: 'Thanks' }])
})

test('the same words once more are another comment', async () => {
  const view = open('/task', { [LIST]: page(), [ADD]: { status: 201, body: comment(5, 'Any news?') } })
  const box = await view.box()
  for (const times of [1, 2]) {
    type(box, 'Any news?')
    fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(view.server.keys(ADD)).toHaveLength(times))
    await waitFor(() => expect(view.queryByText('Sending…')).toBeNull())
  }
  expect(new Set(view.server.keys(ADD)).size).toBe(2)
})

test('a failure keeps the words and says why', async () => {
  const view = open('/instance', {
    [INSTANCE_LIST]: page(),
    [INSTANCE_ADD]: refusal(422, 'cannot_see', 'Johan Vik cannot see this instance'),
  })
  const box = await view.box()
  type(box, 'Look at this')
  fireEvent.click(view.getByRole('button', { name: 'Send comment' }))
  const alert = await view.findByRole('alert')
  expect(alert.textContent).toContain('Failed to add comment. Please try again.')
  expect(alert.textContent).toContain('Johan Vik cannot see this instance')
  expect(box).toHaveProperty('value', 'Look at this')
  view.server.change(INSTANCE_ADD, { status: 201, body: { data: comment(6, 'Look at this') } })
  fireEvent.click(view.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(view.queryByRole('alert')).toBeNull())
  await waitFor(() => expect(box).toHaveProperty('value', ''))
})

test('@ lists people, those on the instance first; ↵ picks, and the mention carries who it is', async () => {
  const view = open('/task', {
    [LIST]: page(),
    [people()]: mentionable,
    [people('jo')]: mentionable,
    [ADD]: { status: 201, body: comment(7, 'x') },
  })
  const box = await view.box()
  type(box, 'Ask @jo')
  const list = await view.findByRole('listbox', { name: 'People to mention' })
  const names = within(list).getAllByRole('option')
  expect(names.map(({ textContent }) => textContent)).toEqual(['JWJonas WeberOn this instance', 'JVJohan Vik'])
  expect(box.getAttribute('aria-activedescendant')).toBe(names[0]?.id)
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(box.getAttribute('aria-activedescendant')).toBe(names[1]?.id)
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(box).toHaveProperty('value', 'Ask @Jonas Weber ')
  expect(view.queryByRole('listbox')).toBeNull()
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(view.server.sent(ADD)).toEqual([{ content: `Ask @[Jonas Weber](${id(31)})` }]))
})

test('Escape closes the list and keeps the words', async () => {
  const view = open('/task', { [LIST]: page(), [people()]: mentionable })
  const box = await view.box()
  type(box, 'To @')
  await view.findByRole('listbox')
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(view.queryByRole('listbox')).toBeNull()
  expect(box).toHaveProperty('value', 'To @')
})

test('a draft stays while the list asks again, and when one comes back to it', async () => {
  const view = open('/task', { [LIST]: page(comment(1, 'One')) })
  type(await view.box(), 'Half a thought')
  view.server.change(LIST, page(comment(2, 'Two'), comment(1, 'One')))
  await view.queries.invalidateQueries()
  expect(await view.findByText('Two')).toBeTruthy()
  expect(await view.box()).toHaveProperty('value', 'Half a thought')
})

test('one’s own can be changed and taken back', async () => {
  const own = comment(1, 'Frist', { can_edit: true })
  const edit = `PATCH /v1/comments/${own.id}/`
  const remove = `DELETE /v1/comments/${own.id}/`
  const view = open('/task', {
    [LIST]: page(own),
    [edit]: { body: { ...own, content: 'First', is_edited: true } },
    [remove]: { body: { id: own.id } },
  })
  fireEvent.click(await view.findByRole('button', { name: 'Actions for the comment by Ana Sousa' }))
  fireEvent.click(await view.findByRole('menuitem', { name: 'Edit' }))
  type(await view.findByRole('textbox', { name: 'Edit comment' }), 'First')
  view.server.change(LIST, page({ ...own, content: 'First', is_edited: true }))
  fireEvent.click(view.getByRole('button', { name: /Save/ }))
  expect(await view.findByText('First')).toBeTruthy()
  expect(view.server.sent(edit)).toEqual([{ content: 'First' }])
  fireEvent.click(view.getByRole('button', { name: 'Actions for the comment by Ana Sousa' }))
  fireEvent.click(await view.findByRole('menuitem', { name: 'Delete' }))
  view.server.change(LIST, page())
  fireEvent.click(within(await view.findByRole('alertdialog')).getByRole('button', { name: 'Delete comment' }))
  expect(await view.findByText('No comments yet. Be the first to comment!')).toBeTruthy()
})
