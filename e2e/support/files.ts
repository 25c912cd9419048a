import type { Page } from '@playwright/test'
import type { DocumentId } from '@throughline/contracts/ids'
import { sendBytes } from './previews.ts'
import { expect } from './test.ts'

interface Sent {
  name: string
  text: string
  client_id?: string
  category?: string
  workflowId?: string
  task_id?: string
}

/** Sent by the page itself, as the product's own form sends it, and waited for until it can be read. */
export async function addFile(page: Page, { name, text, ...about }: Sent): Promise<DocumentId> {
  const documentId = await sendBytes(page, name, Buffer.from(text), about)
  await expect
    .poll(
      () =>
        page.evaluate(
          async (document) => (await (await fetch(`/v1/documents/${document}/`)).json()).processing.state,
          documentId,
        ),
      { message: `${name} is clean`, timeout: 30_000 },
    )
    .toBe('clean')
  return documentId
}

export const file = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
