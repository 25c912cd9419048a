import { fireEvent, render, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { person } from '../../shared/testing/person.ts'
import { AdminScreen } from './admin.screen.tsx'
import { spec, texts } from './admin.texts.ts'

const open = (is_internal: boolean) => {
  const leave = vi.fn(async () => undefined)
  return { leave, ...render(<AdminScreen user={person({ is_internal })} onLogOut={leave} />) }
}

test('staff see the administration', () => {
  const page = open(true)
  expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeTruthy()
  expect(page.queryByText(spec.denied)).toBeNull()
})

test('everyone else reads that they may not be here, and can leave after a question', async () => {
  const page = open(false)
  expect(page.getByRole('heading', { level: 1, name: spec.denied })).toBeTruthy()
  for (const words of [spec.deniedText, spec.deniedAdvice]) expect(page.getByText(words)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: spec.logOut }))
  const dialog = within(await page.findByRole('alertdialog', { name: spec.logOutQuestion }))
  expect(page.leave).not.toHaveBeenCalled()
  fireEvent.click(dialog.getByRole('button', { name: spec.logOut }))
  await waitFor(() => expect(page.leave).toHaveBeenCalledOnce())
})
