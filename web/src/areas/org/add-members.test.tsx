import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { spec, texts } from './members.texts.ts'
import { as, member, ORG, openPeople, roles, servePeople } from './testing/open-people.tsx'

const ONE = `POST ${ORG}members/`
const MANY = `POST ${ORG}members/batch/`
const memberRole = roles.find(({ name }) => name === 'member')?.id
const { addDialog, result } = texts

async function openDialog(answers: Parameters<typeof servePeople>[2]) {
  const server = servePeople(as('admin'), [member(1, 'Ana Sousa', 'member')], answers)
  const page = openPeople('/members')
  await page.findByText('Ana Sousa')
  fireEvent.click(page.getByRole('button', { name: spec.add }))
  const dialog = await page.findByRole('dialog', { name: spec.add })
  const type = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  return { page, server, dialog, type, button: (name: RegExp) => within(dialog).getByRole('button', { name }) }
}

async function paste(text: string, answers: Parameters<typeof servePeople>[2]) {
  const opened = await openDialog(answers)
  fireEvent.click(within(opened.dialog).getByRole('radio', { name: addDialog.many }))
  opened.type(addDialog.people, text)
  return opened
}

const sent = (line: number, email: string) => ({
  line,
  email,
  member: member(line + 10, 'Someone', 'member'),
  code: null,
  message: null,
})
const refused = (line: number, email: string, code: string) => ({ line, email, member: null, code, message: 'Refused' })

test('who finds no seat stays in the dialog with their line, and can be sent again', async () => {
  const answers = [sent(1, 'amara@a.example'), refused(2, 'isla@a.example', 'limit_reached')]
  const { page, server, button } = await paste('Amara, amara@a.example\nIsla, isla@a.example', {
    [MANY]: { body: { results: answers, seats: 3 } },
  })
  fireEvent.click(button(/^Send 2 invitations/))
  const dialog = await page.findByRole('dialog', { name: result.invited(1, 2) })
  expect(within(dialog).getByText(result.waiting(1))).toBeTruthy()
  const waiting = within(dialog).getByRole('list', { name: result.waitingList })
  expect(
    within(waiting)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(['2isla@a.exampleMember'])
  expect(within(dialog).getByRole('link', { name: result.seePlans }).getAttribute('href')).toBe('/subscription/plans')

  server.change(MANY, { body: { results: [sent(1, 'isla@a.example')], seats: null } })
  fireEvent.click(within(dialog).getByRole('button', { name: addDialog.send(1) }))
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([addDialog.sent(2)]))
  expect(server.sent(MANY)[1]).toMatchObject({ people: [{ name: 'Isla', email: 'isla@a.example' }] })
})

test('lines that failed come first, keep their number, and only they are sent again', async () => {
  const { page, server, dialog, type, button } = await paste(
    'Amara, amara@a.example\n\nIsla, isla@a\nPeter Novak\nAna, ana@a.example',
    {
      [MANY]: {
        body: {
          seats: null,
          results: [
            sent(1, 'amara@a.example'),
            refused(2, 'isla@a', 'bad_email'),
            refused(3, '', 'bad_email'),
            refused(4, 'ana@a.example', 'already_member'),
          ],
        },
      },
    },
  )
  fireEvent.click(button(/^Send 4 invitations/))
  const lines = within(await within(dialog).findByRole('list', { name: result.list })).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    `3${result.incomplete.join('')}`,
    `4${result.noAddress.join('')}`,
    `5${result.member.join('')}`,
    `1Amara, amara@a.example${result.sent}`,
  ])
  expect(document.activeElement).toBe(within(dialog).getByLabelText(result.line(3)))

  expect(button(/^Send 3 invitations/)).toBeTruthy()
  type(result.line(3), 'Isla Brennan, isla@a.example')
  type(result.line(4), 'Peter Novak, peter@a.example')
  fireEvent.click(button(new RegExp(result.leaveOut(5))))
  server.change(MANY, { body: { results: [sent(1, 'isla@a.example'), sent(2, 'peter@a.example')], seats: null } })
  fireEvent.keyDown(within(dialog).getByLabelText(result.line(4)), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([addDialog.sent(3)]))
  expect(server.sent(MANY)[1]).toEqual({
    people: [
      { name: 'Isla Brennan', email: 'isla@a.example' },
      { name: 'Peter Novak', email: 'peter@a.example' },
    ],
    role_id: memberRole,
    team_id: null,
  })
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

test('too many lines are said and not sent', async () => {
  const text = Array.from({ length: 201 }, (_, n) => `P${n}, p${n}@a.example`).join('\n')
  const { server, dialog, button } = await paste(text, {})
  expect(within(dialog).getByText(addDialog.tooMany(200, 201))).toBeTruthy()
  fireEvent.click(button(/^Send/))
  expect(server.sent(MANY)).toEqual([])
})

test('a call that fails keeps what was pasted', async () => {
  const { dialog, button } = await paste('Amara, amara@a.example', { [MANY]: 'unreachable' })
  fireEvent.click(button(/^Send 1 invitation/))
  const alert = await within(dialog).findByRole('alert')
  expect(alert.textContent).toContain(spec.addFailed)
  expect(alert.textContent).toContain('The server couldn’t be reached.')
  expect(within(dialog).getByLabelText(addDialog.people)).toHaveProperty('value', 'Amara, amara@a.example')
})

test('one person: what is missing is named first, then one invitation goes out', async () => {
  const { page, server, dialog, type, button } = await openDialog({
    [ONE]: { status: 201, body: member(9, 'Amara', 'member') },
  })
  fireEvent.click(button(/^Send invitation/))
  expect(await within(dialog).findByText(addDialog.enterName)).toBeTruthy()
  expect(document.activeElement).toBe(within(dialog).getByLabelText(addDialog.name))
  type(addDialog.name, 'Amara Diallo')
  type(addDialog.email, 'amara@a')
  fireEvent.click(button(/^Send invitation/))
  expect(await within(dialog).findByText(addDialog.emailRule)).toBeTruthy()
  expect(server.sent(ONE)).toEqual([])
  type(addDialog.email, 'amara@a.example')
  fireEvent.click(button(/^Send invitation/))
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([addDialog.sentTo('Amara Diallo')]))
  expect(server.sent(ONE)).toEqual([
    { name: 'Amara Diallo', email: 'amara@a.example', role_id: memberRole, team_id: null },
  ])
})

test("a refusal shows the specification's words and the server's reason", async () => {
  const { dialog, type, button } = await openDialog({ [ONE]: refusal(409, 'already_member', 'Already a member') })
  type(addDialog.name, 'Ana')
  type(addDialog.email, 'ana@a.example')
  fireEvent.click(button(/^Send invitation/))
  const alert = await within(dialog).findByRole('alert')
  expect(alert.textContent).toContain(spec.addFailed)
  expect(alert.textContent).toContain('Already a member')
})
