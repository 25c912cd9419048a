import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { spec, texts } from './members.texts.ts'
import { as, FIRST_PAGE, member, ORG, openPeople, openWork, roles, servePeople, team } from './testing/open-people.tsx'

const ana = member(1, 'Ana Sousa', 'member')
const helena = member(2, 'Helena Vale', 'owner')
const kofi = member(3, 'Kofi Mensah', 'member', {
  status: 'invited',
  invitation_expires_at: '2020-01-01T00:00:00Z',
})
const everybody = [ana, helena, kofi]
const ANA = `PATCH ${ORG}members/${ana.id}/`

const shownRole = (page: ReturnType<typeof openPeople>) =>
  page.getByRole('combobox', { name: texts.roleOf('Ana Sousa') }).textContent

const roleOf = (page: ReturnType<typeof openPeople>, name: string) =>
  page.findByRole('combobox', { name: texts.roleOf(name) })

async function choose(page: ReturnType<typeof openPeople>, trigger: HTMLElement, label: string) {
  fireEvent.click(trigger)
  const option = await page.findByRole('option', { name: new RegExp(`^${label}`) })
  fireEvent.pointerDown(option)
  fireEvent.mouseUp(option)
  fireEvent.click(option)
}

test('a new role shows at once; a refusal puts the old one back and can be tried again', async () => {
  const server = servePeople(as('admin'), everybody, { [ANA]: 'silent' })
  const page = openPeople('/members')
  await roleOf(page, 'Ana Sousa')
  await waitFor(() => expect(shownRole(page)).toBe('Member'))
  await choose(page, await roleOf(page, 'Ana Sousa'), 'Manager')
  await waitFor(() => expect(shownRole(page)).toBe('Manager'))

  server.change(ANA, refusal(409, 'conflict', 'Somebody else was faster'))
  await choose(page, await roleOf(page, 'Ana Sousa'), 'Viewer')
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([spec.roleFailed]))
  await waitFor(() => expect(shownRole(page)).not.toBe('Viewer'))
  expect(page.toasts[0]).toMatchObject({ description: 'Somebody else was faster', action: { label: 'Retry' } })

  const viewer = roles.find(({ name }) => name === 'viewer')
  server.change(ANA, { body: { role: viewer, team: null } })
  server.change(FIRST_PAGE, { body: everybody.map((each) => (each === ana ? { ...ana, role: viewer } : each)) })
  page.toasts[0]?.action?.onPress()
  await waitFor(() => expect(shownRole(page)).toBe('Viewer'))
  expect(server.sent(ANA)).toHaveLength(3)
})

test('a new team shows at once; a refusal puts the old one back', async () => {
  servePeople(as('admin'), everybody, { [ANA]: 'unreachable' })
  const page = openPeople('/members')
  const shown = () => page.getByRole('combobox', { name: texts.teamOf('Ana Sousa') }).textContent
  await page.findByRole('combobox', { name: texts.teamOf('Ana Sousa') })
  await choose(page, page.getByRole('combobox', { name: texts.teamOf('Ana Sousa') }), 'Compliance')
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([spec.teamFailed]))
  await waitFor(() => expect(shown()).toBe(spec.noTeam))
})

test('roles above the own one are shown with the reason and cannot be chosen; an owner is plain text', async () => {
  servePeople(as('admin'), everybody)
  const page = openPeople('/members')
  fireEvent.click(await roleOf(page, 'Ana Sousa'))
  const owner = await page.findByRole('option', { name: /^Owner/ })
  expect(owner.getAttribute('aria-disabled')).toBe('true')
  expect(owner.textContent).toContain(texts.aboveOwn)
  expect(page.getByRole('option', { name: 'Admin' }).getAttribute('aria-disabled')).not.toBe('true')
  expect(page.queryByRole('combobox', { name: texts.roleOf('Helena Vale') })).toBeNull()
})

test('an owner may change owners', async () => {
  servePeople(as('owner'), everybody)
  const page = openPeople('/members')
  expect(await roleOf(page, 'Helena Vale')).toBeTruthy()
})

test('a member reads text: nothing to choose, nothing to tick', async () => {
  servePeople(as('member'), everybody)
  const page = openPeople('/members')
  await page.findByText('Ana Sousa')
  const table = page.getByRole('table')
  for (const role of ['combobox', 'checkbox']) expect(within(table).queryByRole(role)).toBeNull()
  expect(page.queryByRole('button', { name: spec.add })).toBeNull()
  for (const header of Object.values(spec.columns))
    expect(within(table).getByRole('columnheader', { name: header })).toBeTruthy()
})

test('an invitation says when it ends and can be sent again from the row', async () => {
  const call = `POST ${ORG}members/${kofi.id}/resend/`
  const server = servePeople(as('admin'), everybody, { [call]: { body: kofi } })
  const page = openPeople('/members')
  expect(await page.findByText(texts.expired)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.resendTo('Kofi Mensah') }))
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([texts.resent('Kofi Mensah')]))
  expect(server.sent(call)).toHaveLength(1)
})

test('the bar offers only what fits everybody who is selected, and says what was refused', async () => {
  const suspend = (id: string) => `POST ${ORG}members/${id}/suspend/`
  const maya = member(4, 'Maya Okafor', 'admin')
  servePeople(as('admin'), [ana, maya, helena], {
    [suspend(ana.id)]: { body: { ...ana, status: 'suspended' } },
    [suspend(maya.id)]: refusal(403, 'forbidden', 'Not now'),
  })
  const page = openPeople('/members')
  const tick = async (name: string) => fireEvent.click(await page.findByRole('checkbox', { name: new RegExp(name) }))
  await tick('Ana Sousa')
  await tick('Maya Okafor')
  const bar = page.getByRole('toolbar')
  await tick('Helena Vale')
  expect(within(bar).queryByRole('button', { name: texts.bulk.suspend })).toBeNull()
  expect(within(bar).getByRole('button', { name: texts.bulk.team })).toBeTruthy()
  await tick('Helena Vale')
  fireEvent.click(within(bar).getByRole('button', { name: texts.bulk.suspend }))
  const asking = within(await page.findByRole('alertdialog', { name: texts.suspending.titleMany(2) }))
  fireEvent.click(asking.getByRole('button', { name: texts.suspending.confirm }))
  const dialog = await page.findByRole('dialog', { name: '1 of 2 people suspended' })
  const rows = within(dialog).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['Not done: Maya OkaforNot now', 'Done: Ana SousaDone'])
})

test('filters of the address are asked of the server', async () => {
  const roleId = roles.find(({ name }) => name === 'viewer')?.id
  const call = `GET ${ORG}members/?search=mens&status=invited&role_id=${roleId}&team_id=${team(2, '').id}&limit=100`
  const server = servePeople(as('admin'), everybody, { [call]: { body: [] } })
  const page = openPeople(`/members?q=mens&status=invited&role=viewer&team=${team(2, '').id}`)
  expect(await page.findByText(spec.none)).toBeTruthy()
  expect(server.sent(call)).toHaveLength(1)
  fireEvent.click(page.getByRole('button', { name: texts.clearFilters }))
  expect(await page.findByText('Ana Sousa')).toBeTruthy()
  expect(page.address()).toBe('/members')
})

test('a list that does not come says so and is asked for again by a press', async () => {
  const server = servePeople(as('admin'), everybody, { [FIRST_PAGE]: { status: 500, body: {} } })
  const page = openPeople('/members')
  expect((await page.findByRole('alert')).textContent).toContain(spec.loadFailed)
  server.change(FIRST_PAGE, { body: everybody })
  fireEvent.click(page.getByRole('button', { name: 'Try Again' }))
  expect(await page.findByText('Ana Sousa')).toBeTruthy()
})

test('while it loads it says so', async () => {
  servePeople(as('admin'), everybody, { [FIRST_PAGE]: 'silent' })
  expect(await openPeople('/members').findByText(texts.loading)).toBeTruthy()
})

test.each(['/members', '/teams'])('without an organisation %s leads to making one', async (address) => {
  servePeople(as('owner', { organization_id: null }), [])
  const page = openPeople(address)
  expect(await page.findByText(spec.noOrganization)).toBeTruthy()
  expect(page.getByRole('link', { name: texts.toOrganization }).getAttribute('href')).toBe('/org-profile')
})

test('whoever is removed hands over what is open, to a person or a queue', async () => {
  const handing = `POST /v1/tasks/open-work/${ana.id}/`
  const suspending = `POST ${ORG}members/${ana.id}/suspend/`
  const removing = `DELETE ${ORG}members/${ana.id}/`
  const server = servePeople(as('admin'), everybody, {
    [suspending]: { body: ana },
    [openWork(ana)]: { body: { data: { assigned: 3, approvals: 1, reviews: 0, connections: 2, queues: [] } } },
    [`GET ${ORG}members/?limit=20`]: { body: everybody },
    [handing]: refusal(422, 'invalid', 'Choose another active member or a team'),
    [removing]: { body: { id: ana.id } },
  })
  const page = openPeople('/members')
  fireEvent.click(await page.findByRole('button', { name: texts.actionsFor('Ana Sousa') }))
  fireEvent.click(await page.findByRole('menuitem', { name: texts.remove }))
  const dialog = within(await page.findByRole('alertdialog', { name: spec.askRemove }))
  const confirm = () => fireEvent.click(dialog.getByRole('button', { name: texts.removeNamed('Ana Sousa') }))
  expect(await dialog.findByRole('combobox', { name: texts.takeOver.label(4, 2) })).toBeTruthy()
  confirm()
  expect(await dialog.findByText(texts.takeOver.choose)).toBeTruthy()
  expect(server.sent(removing)).toHaveLength(0)
  fireEvent.click(dialog.getByRole('button', { name: 'Show choices', hidden: true }))
  fireEvent.click(await page.findByRole('option', { name: texts.takeOver.queueOf('Compliance') }))
  confirm()
  expect(await dialog.findByText('Choose another active member or a team')).toBeTruthy()
  expect(server.sent(removing)).toHaveLength(0)
  server.change(handing, { body: { data: { moved: 4 } } })
  confirm()
  await waitFor(() => expect(server.sent(removing)).toHaveLength(1))
  expect(server.sent(handing)[1]).toEqual({ to_team: team(2, 'Compliance').id })
  expect(server.sent(suspending), 'her approval moves once she is suspended').toHaveLength(1)
})

test('suspending asks first, lists what would wait, and reassigns it once they are suspended', async () => {
  const handing = `POST /v1/tasks/open-work/${ana.id}/`
  const suspending = `POST ${ORG}members/${ana.id}/suspend/`
  const queues = [{ id: team(2, 'Compliance').id, name: 'Compliance' }]
  const server = servePeople(as('admin'), everybody, {
    [suspending]: { body: { ...ana, status: 'suspended' } },
    [openWork(ana)]: { body: { data: { assigned: 3, approvals: 1, reviews: 0, connections: 2, queues } } },
    [`GET ${ORG}members/?limit=20`]: { body: everybody },
    [handing]: refusal(422, 'invalid', 'Choose another active member or a team'),
  })
  const page = openPeople('/members')
  fireEvent.click(await page.findByRole('button', { name: texts.actionsFor('Ana Sousa') }))
  fireEvent.click(await page.findByRole('menuitem', { name: texts.suspend }))
  const asked = await page.findByRole('alertdialog', { name: texts.suspending.title('Ana Sousa') })
  const dialog = within(asked)
  const lines = [
    texts.suspending.assigned(3),
    texts.suspending.approvals(1),
    texts.suspending.connections(2),
    texts.suspending.queue('Compliance'),
  ]
  for (const line of lines) expect(await dialog.findByText(line)).toBeTruthy()
  expect(server.sent(suspending)).toHaveLength(0)
  fireEvent.click(dialog.getByRole('button', { name: texts.suspending.reassign }))
  expect(await dialog.findByLabelText(texts.takeOver.unknown), 'one types on').toBe(document.activeElement)
  fireEvent.click(await dialog.findByRole('button', { name: 'Show choices', hidden: true }))
  fireEvent.click(await page.findByRole('option', { name: texts.takeOver.queueOf('Client Services') }))
  const confirm = () => fireEvent.click(dialog.getByRole('button', { name: texts.suspending.confirm }))
  confirm()
  expect(await dialog.findByText('Choose another active member or a team')).toBeTruthy()
  server.change(handing, { body: { data: { moved: 4 } } })
  confirm()
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
  expect(server.sent(handing)[1]).toEqual({ to_team: team(1, 'Client Services').id })
  expect(server.sent(suspending), 'once, before her work moved').toHaveLength(1)
})

test('where there is nobody else to take it over, open work stays where it is', async () => {
  const self = { ...helena, id: as('owner').member_id }
  const removing = `DELETE ${ORG}members/${ana.id}/`
  const server = servePeople(as('owner'), [self, ana], {
    [openWork(ana)]: { body: { data: { assigned: 1, approvals: 0, reviews: 0, connections: 0, queues: [] } } },
    [`GET ${ORG}members/?limit=20`]: { body: [self, ana] },
    [`GET ${ORG}teams/?limit=200`]: { body: [] },
    [removing]: { body: { id: ana.id } },
  })
  const page = openPeople('/members')
  fireEvent.click(await page.findByRole('button', { name: texts.actionsFor('Ana Sousa') }))
  fireEvent.click(await page.findByRole('menuitem', { name: texts.remove }))
  const dialog = within(await page.findByRole('alertdialog', { name: spec.askRemove }))
  await dialog.findByRole('combobox', { name: texts.takeOver.label(1, 0) })
  fireEvent.click(dialog.getByRole('button', { name: 'Show choices', hidden: true }))
  fireEvent.click(await page.findByRole('option', { name: texts.takeOver.nobody }))
  fireEvent.click(dialog.getByRole('button', { name: texts.removeNamed('Ana Sousa') }))
  await waitFor(() => expect(server.sent(removing)).toHaveLength(1))
})

test('nobody is removed while it is not known what they leave open', async () => {
  const removing = `DELETE ${ORG}members/${ana.id}/`
  const server = servePeople(as('admin'), everybody, {
    [openWork(ana)]: { status: 500, body: {} },
    [removing]: { body: { id: ana.id } },
  })
  const page = openPeople('/members')
  fireEvent.click(await page.findByRole('button', { name: texts.actionsFor('Ana Sousa') }))
  fireEvent.click(await page.findByRole('menuitem', { name: texts.remove }))
  const dialog = within(await page.findByRole('alertdialog', { name: spec.askRemove }))
  fireEvent.click(dialog.getByRole('button', { name: texts.removeNamed('Ana Sousa') }))
  expect(await dialog.findByText(texts.takeOver.failed)).toBeTruthy()
  expect(server.sent(removing)).toHaveLength(0)
})

test('removing asks in the words of the specification, names the person, and a refusal can be tried again', async () => {
  const call = `DELETE ${ORG}members/${ana.id}/`
  const server = servePeople(as('admin'), everybody, { [call]: refusal(409, 'last_owner', 'The last owner stays') })
  const page = openPeople('/members')
  fireEvent.click(await page.findByRole('button', { name: texts.actionsFor('Ana Sousa') }))
  fireEvent.click(await page.findByRole('menuitem', { name: texts.remove }))
  const dialog = await page.findByRole('alertdialog', { name: spec.askRemove })
  expect(dialog.textContent).toContain(texts.removing('Ana Sousa'))
  fireEvent.click(within(dialog).getByRole('button', { name: texts.removeNamed('Ana Sousa') }))
  await waitFor(() => expect(page.toasts[0]?.title).toBe(spec.removeFailed))
  server.change(call, { body: { id: ana.id } })
  server.change(FIRST_PAGE, { body: [helena, kofi] })
  page.toasts[0]?.action?.onPress()
  await waitFor(() => expect(page.queryByText('Ana Sousa')).toBeNull())
})
