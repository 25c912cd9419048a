import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { permissionTexts, texts } from './roles.texts.ts'
import { as, openPeople, servePeople } from './testing/open-people.tsx'

async function openRoles() {
  servePeople(as('admin'), [])
  const page = openPeople('/members/roles')
  await page.findByRole('columnheader', { name: /^Admin/ })
  const rowOf = (words: string) => page.queryByRole('row', { name: new RegExp(words) })
  const find = (words: string) =>
    fireEvent.change(page.getByRole('searchbox', { name: texts.find }), { target: { value: words } })
  return { ...page, rowOf, find }
}

test('each permission says which roles have it; the own role is marked', async () => {
  const page = await openRoles()
  expect(page.getByRole('columnheader', { name: /^Admin/ }).textContent).toContain(texts.you)
  const rules = page.getByRole('row', { name: /Require two factors/ })
  const cells = within(rules).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual([texts.yes, texts.no, texts.no, texts.no, texts.no])
})

test('permissions are found by their words; none found says so', async () => {
  const page = await openRoles()
  page.find('audit')
  await waitFor(() => expect(page.rowOf('Require two factors')).toBeNull())
  expect(page.rowOf('audit log')).toBeTruthy()
  page.find('zed')
  expect(await page.findByText(texts.none)).toBeTruthy()
})

test('what all roles may is left out where only differences are wanted', async () => {
  const page = await openRoles()
  const words = `^${permissionTexts['work.comment']}`
  expect(page.rowOf(words)).toBeTruthy()
  fireEvent.click(page.getByRole('checkbox', { name: texts.onlyDifferent }))
  expect(page.rowOf(words)).toBeNull()
  expect(page.rowOf('Require two factors')).toBeTruthy()
})

test('a role leads to the people who have it', async () => {
  const page = await openRoles()
  const link = await page.findByRole('link', { name: texts.peopleWith(1, 'Owner') })
  expect(link.getAttribute('href')).toBe('/members?role=owner')
})
