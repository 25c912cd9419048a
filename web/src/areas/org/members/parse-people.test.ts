import { expect, test } from 'vitest'
import { parsePeople, parsePerson } from './parse-people.ts'

const amara = { name: 'Amara Diallo', email: 'amara@harborvale.example' }

test.each([
  ['a comma', 'Amara Diallo, amara@harborvale.example'],
  ['a tab, as from a spreadsheet', 'Amara Diallo\tamara@harborvale.example'],
  ['two columns of names', 'Amara\tDiallo\tamara@harborvale.example'],
  ['a semicolon', 'Amara Diallo; amara@harborvale.example'],
  ['angle brackets, as from a mail', 'Amara Diallo <amara@harborvale.example>,'],
  ['quotes', '"Amara Diallo" <amara@harborvale.example>'],
  ['only a space', 'Amara Diallo amara@harborvale.example'],
  ['the address first', 'amara@harborvale.example, Amara Diallo'],
  ['the last name first, as mail programs write it', '"Diallo, Amara" <amara@harborvale.example>'],
  ['the last name first, without quotes', 'Diallo, Amara <amara@harborvale.example>'],
  ['a link', 'Amara Diallo, mailto:amara@harborvale.example'],
])('name and address set apart by %s', (_, text) => {
  expect(parsePerson(text)).toEqual(amara)
})

test('an address alone names its person', () => {
  expect(parsePerson('isla.brennan+work@harborvale.example')).toEqual({
    name: 'Isla Brennan',
    email: 'isla.brennan+work@harborvale.example',
  })
})

test.each(['jsmith', 'info', 'j.smith', 'sales.2026', 'ana+news'])(
  'an address that does not tell the name leaves it to be asked for: %s',
  (local) => {
    expect(parsePerson(`${local}@harborvale.example`)).toEqual({ name: '', email: `${local}@harborvale.example` })
  },
)

test('a number that made the address unique is no part of the name', () => {
  expect(parsePerson('isla.brennan2@harborvale.example').name).toBe('Isla Brennan')
})

test('what is no address is left to be judged', () => {
  expect(parsePerson('Peter Novak')).toEqual({ name: 'Peter Novak', email: '' })
  expect(parsePerson('Isla Brennan, isla@harborvale')).toEqual({ name: 'Isla Brennan', email: 'isla@harborvale' })
})

test('lines keep the number they had, blank ones counted but left out', () => {
  const lines = parsePeople('Ana, ana@a.example\r\n\r\n  \nBo, bo@a.example\n')
  expect(lines.map(({ line, name }) => [line, name])).toEqual([
    [1, 'Ana'],
    [4, 'Bo'],
  ])
})

test.each(['Name\tE-mail', 'name,email', 'Full name; Email address', 'E-mail', 'Email,Name'])(
  'the heading %s is nobody',
  (heading) => {
    expect(parsePeople(`${heading}\nAna\tana@a.example`).map(({ line, name }) => [line, name])).toEqual([[2, 'Ana']])
  },
)

test('the recipients of a mail, copied in one line, are several people of that line', () => {
  const lines = parsePeople(
    'Ana, ana@a.example\nBo Lee <bo@a.example>; "Diallo, Amara" <amara@a.example>, isla.brennan@a.example; Kit',
  )
  expect(lines.map(({ line, at, name, email }) => [line, at, name, email])).toEqual([
    [1, 0, 'Ana', 'ana@a.example'],
    [2, 1, 'Bo Lee', 'bo@a.example'],
    [2, 2, 'Amara Diallo', 'amara@a.example'],
    [2, 3, 'Kit', 'isla.brennan@a.example'],
  ])
})

test('somebody called Name is somebody', () => {
  expect(parsePeople('Name Okafor, name@a.example')).toHaveLength(1)
})
