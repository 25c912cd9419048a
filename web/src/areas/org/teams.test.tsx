import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../ui/page-keys.ts'
import { spec, texts } from './teams.texts.ts'
import { as, member, ORG, openPeople, servePeople, TEAMS, team } from './testing/open-people.tsx'

const clients = team(1, 'Client Services', { description: 'First contact', count: 3, version: 4 })
const compliance = team(2, 'Compliance', { count: 0 })
const both = { [TEAMS]: { body: [clients, compliance] } }
const PEOPLE = `GET ${ORG}teams/${clients.id}/members/`
const people = [member(1, 'Maya Okafor', 'admin'), member(2, 'Ana Sousa', 'member'), member(3, 'Ivo Kovac', 'member')]

const openPanel = async (answers = {}) => {
  const server = servePeople(as('admin'), [], { ...both, [`${PEOPLE}?limit=100`]: { body: people }, ...answers })
  const page = openPeople(`/teams?team=${clients.id}`)
  const panel = await page.findByRole('complementary', { name: texts.panel.name('Client Services') })
  return { server, page, panel: within(panel) }
}

test('a card opens its panel: members under the names of their roles, mightiest first', async () => {
  servePeople(as('admin'), [], { ...both, [`${PEOPLE}?limit=100`]: { body: people } })
  const page = openPeople('/teams')
  fireEvent.click(await page.findByRole('link', { name: 'Client Services' }))
  const panel = within(await page.findByRole('complementary', { name: texts.panel.name('Client Services') }))
  expect(panel.getByText(texts.panel.place(1, 2))).toBeTruthy()
  await panel.findByText('Maya Okafor')
  expect(panel.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Admin1',
    'Member2',
  ])
  expect(page.address()).toBe(`/teams?team=${clients.id}`)
})

test('the search asks the server; nobody found says so', async () => {
  const { server, panel } = await openPanel({ [`${PEOPLE}?search=zed&limit=100`]: { body: [] } })
  await panel.findByText('Maya Okafor')
  fireEvent.change(panel.getByLabelText(texts.panel.search), { target: { value: 'zed' } })
  expect(await panel.findByText(spec.noMatch('zed'))).toBeTruthy()
  expect(server.sent(`${PEOPLE}?search=zed&limit=100`)).toHaveLength(1)
})

test('an empty team and people that do not come say their words', async () => {
  const empty = await openPanel({ [`${PEOPLE}?limit=100`]: { body: [] } })
  expect(await empty.panel.findByText(spec.nobody)).toBeTruthy()
  empty.page.unmount()
  const broken = await openPanel({ [`${PEOPLE}?limit=100`]: { status: 500, body: {} } })
  expect((await broken.panel.findByRole('alert')).textContent).toContain(spec.peopleFailed)
})

test('removing a person from the team asks first', async () => {
  const call = `DELETE ${ORG}teams/${clients.id}/members/${people[1]?.id}/`
  const { server, page, panel } = await openPanel({ [call]: { body: { id: people[1]?.id } } })
  fireEvent.click(await panel.findByRole('button', { name: texts.panel.removePerson('Ana Sousa') }))
  const dialog = await page.findByRole('alertdialog', { name: spec.askRemovePerson })
  fireEvent.click(within(dialog).getByRole('button', { name: texts.removeNamed('Ana Sousa') }))
  await waitFor(() => expect(server.sent(call)).toHaveLength(1))
  await waitFor(() => expect(page.toasts[0]?.title).toBe(texts.panel.removedPerson('Ana Sousa', 'Client Services')))
})

test('a removed team can be taken back', async () => {
  const remove = `DELETE ${ORG}teams/${clients.id}/`
  const restore = `POST ${ORG}teams/${clients.id}/restore/`
  const { server, page } = await openPanel({ [remove]: { body: { id: clients.id } }, [restore]: { body: clients } })
  fireEvent.click(
    (await page.findAllByRole('button', { name: texts.actionsFor('Client Services') }))[0] ?? page.container,
  )
  fireEvent.click(await page.findByRole('menuitem', { name: texts.remove }))
  const dialog = await page.findByRole('alertdialog', { name: spec.askRemove })
  fireEvent.click(within(dialog).getByRole('button', { name: texts.removeNamed('Client Services') }))
  await waitFor(() => expect(page.toasts[0]).toMatchObject({ title: texts.removed('Client Services') }))
  page.toasts[0]?.action?.onPress()
  await waitFor(() => expect(server.sent(restore)).toHaveLength(1))
})

test('whoever was faster is shown before their words are replaced', async () => {
  const call = `PUT ${ORG}teams/${clients.id}/`
  const { server, page } = await openPanel({ [call]: refusal(409, 'stale_version', 'Changed meanwhile') })
  fireEvent.click(
    (await page.findAllByRole('button', { name: texts.actionsFor('Client Services') }))[0] ?? page.container,
  )
  fireEvent.click(await page.findByRole('menuitem', { name: texts.edit }))
  const dialog = within(await page.findByRole('dialog', { name: texts.form.editTitle }))
  fireEvent.change(dialog.getByLabelText(texts.form.name), { target: { value: 'Clients' } })
  server.change(TEAMS, { body: [{ ...clients, name: 'Client Care', version: 5 }, compliance] })
  fireEvent.click(dialog.getByRole('button', { name: texts.form.save }))
  expect(await dialog.findByText(texts.form.changedMeanwhile)).toBeTruthy()
  expect(dialog.getByText(texts.form.newestIs('Client Care', 'First contact'))).toBeTruthy()
  server.change(call, { body: { ...clients, name: 'Clients', version: 6 } })
  fireEvent.click(dialog.getByRole('button', { name: texts.form.save }))
  await waitFor(() => expect(server.sent(call)).toHaveLength(2))
  expect(server.sent(call)).toEqual([
    { name: 'Clients', description: 'First contact', version: 4 },
    { name: 'Clients', description: 'First contact', version: 5 },
  ])
})

test('whoever may only read gets no menu and no buttons that change', async () => {
  servePeople(as('member'), [], { ...both, [`${PEOPLE}?limit=100`]: { body: people } })
  const page = openPeople(`/teams?team=${clients.id}`)
  await page.findByText('Maya Okafor')
  for (const name of [spec.add, texts.panel.addPeople, texts.actionsFor('Client Services')])
    expect(page.queryByRole('button', { name })).toBeNull()
  expect(page.getByRole('button', { name: texts.panel.copy })).toBeTruthy()
})

test('the view is remembered', async () => {
  servePeople(as('member'), [], both)
  const page = openPeople('/teams')
  fireEvent.click(await page.findByRole('radio', { name: texts.list }))
  expect(await page.findByRole('table')).toBeTruthy()
  page.unmount()
  expect(await openPeople('/teams').findByRole('table')).toBeTruthy()
})

test('teams that do not come say so and are asked for again by a press; none at all say that', async () => {
  const server = servePeople(as('admin'), [], { [TEAMS]: { status: 500, body: {} } })
  const page = openPeople('/teams')
  expect((await page.findByRole('alert')).textContent).toContain(spec.loadFailed)
  server.change(TEAMS, { body: [] })
  fireEvent.click(page.getByRole('button', { name: 'Try Again' }))
  expect(await page.findByText(spec.none)).toBeTruthy()
})

test('people of a team that did not come are asked for again by a press', async () => {
  const { server, panel } = await openPanel({ [`${PEOPLE}?limit=100`]: { status: 500, body: {} } })
  await panel.findByRole('alert')
  server.change(`${PEOPLE}?limit=100`, { body: people })
  fireEvent.click(panel.getByRole('button', { name: 'Try Again' }))
  expect(await panel.findByText('Maya Okafor')).toBeTruthy()
})

test('what cannot be removed says so', async () => {
  const { page, panel } = await openPanel()
  fireEvent.click(await panel.findByRole('button', { name: texts.panel.removePerson('Ana Sousa') }))
  fireEvent.click(await page.findByRole('button', { name: texts.removeNamed('Ana Sousa') }))
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([spec.removePersonFailed]))
  expect(panel.getByText('Ana Sousa')).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: texts.actionsFor('Client Services') }))
  fireEvent.click(await page.findByRole('menuitem', { name: texts.remove }))
  fireEvent.click(await page.findByRole('button', { name: texts.removeNamed('Client Services') }))
  await waitFor(() => expect(page.toasts.at(-1)?.title).toBe(spec.removeFailed))
  expect(await page.findByRole('link', { name: 'Client Services' })).toBeTruthy()
})

test('a team needs a name; one that is not added keeps what was typed', async () => {
  const call = `POST ${ORG}teams/`
  const server = servePeople(as('admin'), [], { ...both, [call]: 'unreachable' })
  const page = openPeople('/teams')
  fireEvent.click(await page.findByRole('button', { name: spec.add }))
  const dialog = within(await page.findByRole('dialog', { name: spec.add }))
  fireEvent.click(dialog.getByRole('button', { name: texts.form.add }))
  expect(await dialog.findByText(texts.form.enterName)).toBeTruthy()
  expect(server.sent(call)).toEqual([])
  fireEvent.change(dialog.getByLabelText(texts.form.name), { target: { value: 'Legal' } })
  fireEvent.click(dialog.getByRole('button', { name: texts.form.add }))
  expect((await dialog.findByRole('alert')).textContent).toContain(spec.addFailed)
  expect(dialog.getByLabelText(texts.form.name)).toHaveProperty('value', 'Legal')
})

test('keys lead from team to team and close the panel, back to its card', async () => {
  const { page } = await openPanel({ [`GET ${ORG}teams/${compliance.id}/members/?limit=100`]: { body: [] } })
  const press = (key: string) => act(async () => void pressPageKey(key))
  await press('j')
  expect(await page.findByRole('complementary', { name: texts.panel.name('Compliance') })).toBeTruthy()
  await press('k')
  expect(await page.findByRole('complementary', { name: texts.panel.name('Client Services') })).toBeTruthy()
  await press('Escape')
  await waitFor(() => expect(page.address()).toBe('/teams'))
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('link', { name: 'Client Services' })))
})
