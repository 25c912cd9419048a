import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach } from 'vitest'
import type { openBuilder } from './open-builder.tsx'
import type { keepWorkflow } from './serve-workflow.ts'
import { WORKFLOW } from './workflow.ts'

type Page = ReturnType<typeof openBuilder>

export const PAY = `/workflow-builder/${WORKFLOW}?mode=outline&step=pay`
export const SAVE = /^Save/

export const startEditing = async (page: Page) =>
  fireEvent.click(await page.findByRole('button', { name: /^Edit ?E$/ }))

export async function rename(page: Page, name: string) {
  const field = await page.findByDisplayValue(/^Pay/)
  fireEvent.change(field, { target: { value: name } })
  fireEvent.blur(field)
}

/** In edit mode, with the step renamed. */
export async function startRenaming(page: Page, name = 'Pay it') {
  await startEditing(page)
  await rename(page, name)
}

export const press = (page: Page, name: string | RegExp) => fireEvent.click(page.getByRole('button', { name }))
export const saveKey = () => fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
export const drafts = (server: ReturnType<typeof keepWorkflow>) => server.sent(`PUT ${server.one}draft/`)

/** A page that is left still writes its copy: the next test must not find it. */
const COPY_IS_WRITTEN = 250

/** For a file that opens the builder: nothing is left over for the next test. */
export function useBuilderPage() {
  afterEach(async () => {
    cleanup()
    await new Promise((resolve) => setTimeout(resolve, COPY_IS_WRITTEN))
    localStorage.clear()
  })
}
